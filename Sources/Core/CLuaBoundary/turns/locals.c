/* Ensures that only the state, as plain data, lasts from one hook of a script to the next. This is
   needed because all devices must come to the same result, although they don't run the same hooks
   equally often. Therefore:

   - The script's own variables are restored before another hook could notice a change. These are
     the locals of its functions, the tables that the locals lead to, and its modules. They are
     compared with their values after loading. If they differ, the script is loaded again.
   - A question, such as `legal` or `outcome`, may only read the state. The state is compared with
     the state before the question; a change is an error.
   - A changed state is encoded and decoded again, as another device would decode it. Therefore no
     table of the state is also a table of the script, and the tables have the same memory layout on
     every device. The length of a list with holes depends on that layout, and even a question can
     change it by making holes for a moment. So the layout of each table is compared, too. See
     turns.h. */
#include "turns.h"
#include <stdio.h>
#include <string.h>

/* The identity of a value: a number, a hash of a text, or the address of an object. The cells of an
   object begin with a head: a cell with the object's kind and its number of entries. */
typedef struct Cell {
  uint64_t bits;
  int type;
} Cell;
enum { INTEGER = 16, FROZEN = 17, UPVALUE = 18, LAYOUT = 19 }; /* types of cells beside those of Lua */
/* A script with more variables is loaded again each time, without a comparison. */
enum { CELLS_MAX = 1 << 16 };

typedef struct Survey {
  lua_State *L;
  TurnEngine *engine;
  Buffer *cells;
  /* The stack indices of the list of objects, of the table from objects to true, and of the table
     from the addresses of upvalues to true. */
  int objects, seen, upvalues;
  lua_Integer count;  /* of objects */
} Survey;

/* Returns a hash of the address and the bytes of the text at `index`. The address alone wouldn't
   do: if nothing else refers to the text, another text can get its address later. The bytes alone
   wouldn't do, either: a script could search for texts with the same hash, but it doesn't know
   addresses. */
static uint64_t number_of_text(lua_State *L, int index) {
  size_t count;
  const char *text = lua_tolstring(L, index, &count);
  uint64_t sum = (uint64_t)(uintptr_t)lua_topointer(L, index) ^ count << 48;
  for (uint64_t word; count > 0;) {
    size_t part = count < sizeof word ? count : sizeof word;
    word = 0;
    memcpy(&word, text, part);
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    sum ^= sum >> 29;
    text += part;
    count -= part;
  }
  return sum;
}

static Cell cell_at(lua_State *L, int index) {
  Cell cell = { .type = lua_type(L, index) };
  switch (cell.type) {
  case LUA_TSTRING: cell.bits = number_of_text(L, index); break;
  case LUA_TNIL: break;
  case LUA_TBOOLEAN: cell.bits = (uint64_t)lua_toboolean(L, index); break;
  case LUA_TNUMBER:
    if (lua_isinteger(L, index)) {
      cell = (Cell){ (uint64_t)lua_tointeger(L, index), INTEGER };
    } else {
      lua_Number number = lua_tonumber(L, index);
      memcpy(&cell.bits, &number, sizeof number);
    }
    break;
  default: cell.bits = (uint64_t)(uintptr_t)lua_topointer(L, index);
  }
  return cell;
}

static bool same(Cell a, Cell b) { return a.bits == b.bits && a.type == b.type; }

/* Whether the Lua function on top is the host's own. The variables of such a function aren't
   compared. Needs two free slots. */
static bool is_hosts_code(lua_State *L) {
  static const char own[] = "sdk/";
  lua_Debug about;
  lua_pushvalue(L, -1);
  if (!lua_getinfo(L, ">S", &about)) return false;
  const char *name = about.source;
  if (*name == '=' || *name == '@') name++;
  return strncmp(name, own, sizeof own - 1) == 0;
}

/* Whether the value on top is an object that a script can change, or that leads to one. Needs three
   free slots. */
static bool is_changeable(Survey *s) {
  lua_State *L = s->L;
  switch (lua_type(L, -1)) {
  case LUA_TTABLE: {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    bool is_globals = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
    return !is_globals;
  }
  case LUA_TFUNCTION:
    if (!lua_iscfunction(L, -1)) return !is_hosts_code(L);
    if (guard_is_standin(lua_tocfunction(L, -1)) || !lua_getupvalue(L, -1, 1)) return false;
    lua_pop(L, 1);
    return true;
  case LUA_TUSERDATA:
  case LUA_TTHREAD: s->engine->unnoted = true; return false;
  default: return false;
  }
}

/* Pops a value. If it is an object that isn't in the list of objects yet, adds it to the list.
   Needs four free slots; raises memory errors. */
static void visit(Survey *s) {
  lua_State *L = s->L;
  if (!is_changeable(s)) {
    lua_pop(L, 1);
    return;
  }
  lua_pushvalue(L, -1);
  if (lua_rawget(L, s->seen) != LUA_TNIL) {
    lua_pop(L, 2);
    return;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_pushboolean(L, 1);
  lua_rawset(L, s->seen);
  lua_rawseti(L, s->objects, ++s->count);
}

static void note(Survey *s, Cell cell) {
  if (!buffer_append(s->cells, &cell, sizeof cell)) guard_raise_host_memory(s->L);
  if (s->cells->count / sizeof cell > CELLS_MAX) s->engine->unnoted = true;
}

/* Visits the metatable of the table on top, if it has one. Returns its cell. */
static Cell visit_metatable(Survey *s) {
  if (!lua_getmetatable(s->L, -1)) return (Cell){ .type = LUA_TNIL };
  Cell cell = cell_at(s->L, -1);
  visit(s);
  return cell;
}

/* Returns the cell for the memory layout of the table at `index`. First removes the hint that `#`
   has left in the table, because honest scripts use `#`, too. */
static Cell layout_cell(lua_State *L, int index) {
  lists_forget_hint(L, index);
  return (Cell){ lists_layout(L, index), LAYOUT };
}

/* Visits all keys and values of the table on top. If `notes` is true, notes them and returns the
   number of entries; otherwise returns 0. */
static uint64_t visit_entries(Survey *s, bool notes) {
  lua_State *L = s->L;
  int table = lua_gettop(L);
  uint64_t count = 0;
  for (lua_pushnil(L); lua_next(L, table); count++) {
    guard_poll(L, guard_of(L));
    if (notes) {
      note(s, cell_at(L, -2));
      note(s, cell_at(L, -1));
    }
    visit(s);
    lua_pushvalue(L, -1);
    visit(s);
  }
  return notes ? count : 0;
}

/* Notes the object on top. A frozen table can't be changed, but objects that it leads to can. */
static void note_object(Survey *s) {
  lua_State *L = s->L;
  size_t at = s->cells->count;
  Cell head = { .type = lua_type(L, -1) };
  note(s, head);
  if (head.type == LUA_TFUNCTION) {
    int function = lua_gettop(L);
    for (int n = 1; lua_getupvalue(L, function, n); n++) {
      /* several functions may share it */
      bool is_new = lua_rawgetp(L, s->upvalues, lua_upvalueid(L, function, n)) == LUA_TNIL;
      lua_pop(L, 1);
      if (is_new) {
        lua_pushboolean(L, 1);
        lua_rawsetp(L, s->upvalues, lua_upvalueid(L, function, n));
        note(s, (Cell){ (uint64_t)n, UPVALUE });
        note(s, cell_at(L, -1));
        head.bits++;
      }
      visit(s);
    }
  } else if (guard_behind(L, -1)) {
    head.type = FROZEN;
    visit_metatable(s);
    visit_entries(s, false);
    lua_pop(L, 1);
  } else {
    note(s, visit_metatable(s));
    note(s, layout_cell(L, -1));
    head.bits = visit_entries(s, true);
  }
  memcpy(s->cells->bytes + at, &head, sizeof head);
}

/* Visits the functions of the definition on top. A definition is a tree of tables that no script
   can reach. */
static void visit_definition(Survey *s) {
  lua_State *L = s->L;
  guard_need_room(L, 10, "tables within tables");
  int table = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, table);) {
    guard_poll(L, guard_of(L));
    if (lua_type(L, -1) == LUA_TTABLE) {
      visit_definition(s);
      lua_pop(L, 1);
    } else {
      visit(s);
    }
  }
}

/* note(definition): notes the variables of a script that has just been loaded. Raises memory
   errors, and a limit error. */
int turns_call_note(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  Survey s = { .L = L, .engine = engine, .cells = &guard_of(L)->variables, .objects = 2, .seen = 3, .upvalues = 4 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  guard_need_room(L, 16, "variables of a script");
  lua_createtable(L, 32, 0);
  lua_createtable(L, 0, 32);
  lua_createtable(L, 0, 32);
  s.cells->count = 0;
  engine->unnoted = engine->ran = false;
  engine->script_modules = guard_of(L)->script_modules;
  lua_pushvalue(L, 1);
  visit_definition(&s);
  lua_settop(L, 4);
  guard_push_script_modules(L);
  visit_entries(&s, false);
  lua_settop(L, 4);
  for (lua_Integer i = 1; i <= s.count && !engine->unnoted; i++) {
    lua_rawgeti(L, 2, i);
    note_object(&s);
    lua_settop(L, 4);
  }
  lua_settop(L, 3);
  turns_keep(L, SEEN);
  turns_keep(L, OBJECTS);
  return 0;
}

/* Returns the number, from 1, of the first upvalue of the function on top that differs from
   `cells`. Returns 0 if none differs. */
static int differing_upvalue(lua_State *L, const Cell *cells, uint64_t count) {
  for (uint64_t i = 0; i < count; i++, cells += 2) {
    int place = (int)cells[0].bits;
    if (!lua_getupvalue(L, -1, place)) return place;
    bool differs = !same(cell_at(L, -1), cells[1]);
    lua_pop(L, 1);
    if (differs) return place;
  }
  return 0;
}

/* Whether the metatable, the layout or the entries of the table on top differ from `cells`. May
   leave values on the stack. */
static bool table_differs(lua_State *L, const Cell *cells, uint64_t count) {
  int table = lua_gettop(L);
  Cell meta = { .type = LUA_TNIL };
  if (lua_getmetatable(L, table)) meta = cell_at(L, -1);
  lua_settop(L, table);
  if (!same(meta, *cells++) || !same(layout_cell(L, table), *cells++)) return true;
  uint64_t found = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1), found++) {
    guard_poll(L, guard_of(L));
    if (found == count || !same(cell_at(L, -2), cells[0]) || !same(cell_at(L, -1), cells[1])) return true;
    cells += 2;
  }
  return found != count;
}

/* Describes in words what the last hook changed: the local variable at `place` of the function on
   top, or the table on top if `place` is 0. The list OBJECTS is below the function or table. */
static void tell_changed(lua_State *L, TurnEngine *engine, int place) {
  const char *name = place ? lua_getupvalue(L, -1, place) : NULL;
  int objects = lua_absindex(L, name ? -3 : -2), table = objects + 1;
  lua_Integer count = place ? 0 : (lua_Integer)lua_rawlen(L, objects);
  /* find a local that holds the table */
  for (lua_Integer i = 1; i <= count && !name; i++) {
    guard_poll(L, guard_of(L));
    lua_rawgeti(L, objects, i);
    for (int n = 1; lua_type(L, -1) == LUA_TFUNCTION && !name; n++) {
      const char *local = lua_getupvalue(L, -1, n);
      if (!local) break;
      if (lua_rawequal(L, -1, table)) name = local;
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  snprintf(engine->changed, sizeof engine->changed, name && *name ? "`%s` changed the local `%s`" : "`%s` changed a table of the script",
           engine->ran_in, name);
}

/* Whether a variable of the script differs from its value after loading. Needs eight free slots;
   raises only a limit error. */
static bool variables_differ(lua_State *L, TurnEngine *engine) {
  Guard *g = guard_of(L);
  if (engine->unnoted) return true;
  if (engine->script_modules != g->script_modules) {
    if (!engine->changed[0]) snprintf(engine->changed, sizeof engine->changed, "`%s` loaded a module", engine->ran_in);
    return true;
  }
  int top = lua_gettop(L);
  const Cell *at = (const Cell *)(void *)g->variables.bytes, *end = at + g->variables.count / sizeof *at;
  bool differs = false;
  turns_push(L, OBJECTS);
  for (lua_Integer i = 1; at < end && !differs; i++) {
    const Cell head = *at++;
    lua_rawgeti(L, top + 1, i);
    if (head.type == LUA_TFUNCTION) {
      int place = differing_upvalue(L, at, head.bits);
      differs = place != 0;
      if (differs && !engine->changed[0]) tell_changed(L, engine, place);
      at += 2 * head.bits;
    } else if (head.type == LUA_TTABLE) {
      differs = table_differs(L, at, head.bits);
      lua_settop(L, top + 2);
      if (differs && !engine->changed[0]) tell_changed(L, engine, 0);
      at += 2 + 2 * head.bits;
    }
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return differs;
}

bool turns_fresh(lua_State *L, TurnEngine *engine) {
  if (!engine->ran || engine->is_rough) return false;
  guard_need_room(L, 10, "variables of a script");
  engine->ran = false;
  if (!variables_differ(L, engine)) return false;
  Guard *g = guard_of(L);
  size_t printed = g->printed.count;
  const char *hook = engine->hook;
  engine->hook = "load";
  turns_push(L, RENEW);
  lua_call(L, 0, 0);
  engine->hook = hook;
  g->printed.count = printed; /* drop the output of loading: it was printed before */
  return true;
}

/* ---- the state ---- */

/* A pass through the state: notes its cells, or compares them. */
typedef struct StateWalk {
  lua_State *L;
  Buffer *tables;            /* the addresses of its tables, while cells are noted */
  const Cell *at, *end;      /* what is left to compare; NULL if cells are noted */
  int hidden;                /* the index of a key that isn't a part of the state, or 0 */
  int seen;                  /* the index of the objects of the script */
  int many;                  /* the index of a table from addresses to true, or of nil for few tables */
  bool irregular;            /* whether another device could have a different state */
  char place[120];           /* the path of what differs, once it is found */
} StateWalk;
enum { TABLES_FEW = 64 /* up to so many are compared one by one */ };

/* Notes a cell, or compares it with the next one. Returns whether it is the same. */
static bool pass(StateWalk *w, Cell cell) {
  if (w->at) return w->at < w->end && same(*w->at++, cell);
  if (!buffer_append(&guard_of(w->L)->state, &cell, sizeof cell)) guard_raise_host_memory(w->L);
  return true;
}

/* Notes that a table is a part of the state. Returns false if the table was noted before. */
static bool is_new_table(StateWalk *w, const void *table) {
  lua_State *L = w->L;
  const void *const *tables = (const void *const *)(void *)w->tables->bytes;
  size_t count = w->tables->count / sizeof table;
  if (count < TABLES_FEW) {
    for (size_t i = 0; i < count; i++) {
      if (tables[i] == table) return false;
    }
    if (!buffer_append(w->tables, &table, sizeof table)) guard_raise_host_memory(L);
    return true;
  }
  if (lua_isnil(L, w->many)) {
    lua_createtable(L, 0, 2 * TABLES_FEW);
    lua_replace(L, w->many);
    for (size_t i = 0; i < count; i++) {
      lua_pushboolean(L, 1);
      lua_rawsetp(L, w->many, tables[i]);
    }
  }
  bool is_new = lua_rawgetp(L, w->many, table) == LUA_TNIL;
  lua_pop(L, 1);
  lua_pushboolean(L, 1);
  lua_rawsetp(L, w->many, table);
  return is_new;
}

/* Whether the table on top is a table of the script. */
static bool is_scripts(StateWalk *w) {
  lua_pushvalue(w->L, -1);
  bool is = lua_rawget(w->L, w->seen) != LUA_TNIL;
  lua_pop(w->L, 1);
  return is;
}

/* Puts the key at `index` in front of the place. */
static void add_to_place(StateWalk *w, int index) {
  char rest[sizeof w->place];
  memcpy(rest, w->place, sizeof rest);
  if (lua_type(w->L, index) == LUA_TSTRING) {
    snprintf(w->place, sizeof w->place, ".%.40s%.70s", lua_tostring(w->L, index), rest);
  } else if (lua_isinteger(w->L, index)) {
    snprintf(w->place, sizeof w->place, "[" LUA_INTEGER_FMT "]%.70s", (LUAI_UACINT)lua_tointeger(w->L, index), rest);
  }
}

/* Walks through the table on top. Returns whether it equals the noted table. If not, adds the key
   of the difference to the place. */
static bool pass_table(StateWalk *w, int depth) {
  lua_State *L = w->L;
  int table = lua_gettop(L);
  guard_need_room(L, 12, "tables within tables");
  if (depth == GUARD_DEPTH_MAX || lua_getmetatable(L, -1) || (!w->at && !is_new_table(w, lua_topointer(L, -1)))) {
    w->irregular = true;
    lua_settop(L, table);
    return !w->at;
  }
  if (!w->at && is_scripts(w)) w->irregular = true;
  uint64_t listed = 0, largest = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    guard_poll(L, guard_of(L));
    if (w->hidden && depth == 0 && lua_rawequal(L, -2, w->hidden)) continue;
    Cell key = cell_at(L, -2), value = cell_at(L, -1);
    if (key.type == INTEGER && (lua_Integer)key.bits > 0) {
      listed++;
      if (key.bits > largest) largest = key.bits;
    } else if (key.type != INTEGER && key.type != LUA_TSTRING) {
      w->irregular = true;
    }
    if (!pass(w, key) || !pass(w, value)) {
      add_to_place(w, -2);
      return false;
    }
    switch (value.type) {
    case LUA_TTABLE:
      if (!pass_table(w, depth + 1)) {
        lua_settop(L, table + 2);
        add_to_place(w, -2);
        return false;
      }
      break;
    case LUA_TNUMBER:
      if (lua_tonumber(L, -1) != lua_tonumber(L, -1)) w->irregular = true;
      break;
    case INTEGER: case LUA_TSTRING: case LUA_TBOOLEAN: break;
    default: w->irregular = true;
    }
  }
  if (listed != largest) w->irregular = true;
  if (!pass(w, (Cell){ listed, FROZEN })) return false; /* the end of the table */
  Cell layout = layout_cell(L, table);
  if (!w->at) return pass(w, layout);
  if (w->at == w->end || !same(*w->at++, layout)) w->irregular = true;
  return true;
}

/* Walks through the state, and notes it or compares it. Returns whether it equals the noted
   state. */
static bool pass_state(lua_State *L, const TurnEngine *engine, bool notes, StateWalk *walked) {
  Guard *g = guard_of(L);
  int top = lua_gettop(L);
  guard_need_room(L, 12, "a state");
  StateWalk w = { .L = L, .tables = &g->keys, .seen = top + 2, .many = top + 3,
                  .irregular = engine->unnoted };
  lua_pushliteral(L, "secret");
  turns_push(L, SEEN);
  lua_pushnil(L);
  turns_push(L, STATE);
  if (engine->guarding) { /* opened secrets are a plain table, and a part of the state */
    lua_pushvalue(L, top + 1);
    lua_rawget(L, -2);
    if (lua_getmetatable(L, -1)) w.hidden = top + 1;
    lua_settop(L, top + 4);
  }
  if (notes) {
    g->state.count = g->keys.count = 0;
  } else {
    w.at = (const Cell *)(void *)g->state.bytes;
    w.end = w.at + g->state.count / sizeof *w.at;
  }
  bool is_same = pass_table(&w, 0) && w.at == w.end;
  lua_settop(L, top);
  *walked = w;
  return is_same;
}

void turns_note_state(lua_State *L, TurnEngine *engine) {
  StateWalk walked;
  engine->asked = false;
  pass_state(L, engine, true, &walked);
}

/* Replaces the state by a copy that is made from its bytes, and pushes the copy. Returns whether
   state.secret is closed. A closed state.secret is no part of the state, and is false in the copy.
   Raises an error if the state isn't plain data. */
static bool replace_state(lua_State *L, TurnEngine *engine) {
  Guard *g = guard_of(L);
  guard_need_room(L, 12, "a state");
  size_t start = g->out.count;
  turns_push(L, STATE);
  int state = lua_gettop(L);
  bool hides = false;
  bool guards = engine->guarding;
  if (guards) {
    lua_pushliteral(L, "secret");
    lua_rawget(L, state); /* state + 1 */
    guards = lua_type(L, -1) != LUA_TNIL;
    hides = lua_getmetatable(L, -1);
    lua_settop(L, state + 1);
    if (guards) {
      lua_pushliteral(L, "secret");
      lua_pushboolean(L, 0); /* removing the key could change the layout of the table */
      lua_rawset(L, state);
    }
  }
  guard_encode_within(L, state, &g->out, "state", true, GUARD_WHOLE);
  if (guards) {
    lua_pushliteral(L, "secret");
    lua_pushvalue(L, state + 1);
    lua_rawset(L, state);
  }
  if (guards && !hides) { /* opened parts are in the state, and have limits of their own */
    g->out.count = start;
    guard_encode_within(L, state, &g->out, "state", true, GUARD_POSITION);
  }
  guard_decode(L, g->out.bytes + start, g->out.count - start);
  g->out.count = start;
  lua_replace(L, state);
  lua_settop(L, state);
  lua_pushvalue(L, state);
  turns_keep(L, STATE);
  return hides;
}

void turns_copy_state(lua_State *L, TurnEngine *engine) {
  turns_push(L, STATE);
  if (replace_state(L, engine)) {
    lua_pushliteral(L, "secret");
    lua_pushvalue(L, -1);
    lua_rawget(L, -4);
    lua_rawset(L, -3);
  }
  lua_pop(L, 2);
  turns_note_state(L, engine);
}

/* Makes the state again from its bytes. Raises an error if the state isn't plain data. */
static void renew_state(lua_State *L, TurnEngine *engine) {
  replace_state(L, engine);
  if (engine->guarding) {
    turns_push(L, ADOPT_SECRETS);
    lua_pushvalue(L, -2);
    lua_pushinteger(L, engine->seats);
    lua_call(L, 2, 0);
  }
  lua_pop(L, 1);
}

void turns_take_state(lua_State *L, TurnEngine *engine) {
  if (engine->is_rough) return;
  engine->hook = engine->maker;
  renew_state(L, engine);
  turns_note_state(L, engine);
}

/* Raises the error `what`, with the name of the last hook and the place, if the state differs from
   the noted one. Returns whether the state has the same memory layout as on another device. */
static bool compare_state(lua_State *L, TurnEngine *engine, const char *what) {
  StateWalk walked;
  engine->asked = false;
  if (pass_state(L, engine, false, &walked)) return !walked.irregular;
  char place[sizeof walked.place + 8];
  snprintf(place, sizeof place, "state%s", walked.place);
  guard_fail(L, what, engine->ran_in, place);
}

void turns_check_state(lua_State *L, TurnEngine *engine) {
  if (!engine->asked || engine->is_rough) return;
  if (compare_state(L, engine, "`%s` changed the state, which only setup, play, resolve and leave may do: %s")) return;
  renew_state(L, engine);
  turns_note_state(L, engine);
}

void turns_check_seal(lua_State *L, TurnEngine *engine) {
  if (engine->is_rough) return;
  compare_state(L, engine, "`%s` is sealed, and changed what lies outside of its own part of state.secret: %s");
}

void turns_ask(lua_State *L, TurnEngine *engine, int arguments, int results) {
  engine->ran = engine->asked = true;
  engine->ran_in = engine->hook;
  lua_call(L, arguments, results);
  if (engine->is_watchful) turns_check_state(L, engine);
}

void turns_begin(lua_State *L, TurnEngine *engine) {
  if (engine->is_rough) {
    engine->is_rough = false;
    engine->ran = true;
    engine->gathered = 0;
    turns_take_state(L, engine);
  }
  turns_check_state(L, engine);
  if (turns_fresh(L, engine)) engine->gathered = 0;
}
