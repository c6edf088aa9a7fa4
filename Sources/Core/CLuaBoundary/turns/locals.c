/* What may last from one hook of a script to the next: the state, as plain data, and nothing else.
   All devices must come to the same result, and they don't run the same hooks equally often. So two
   things are restored before a hook could notice them:

   - the script's own variables: the locals of its functions, the tables that they lead to, and its
     modules. They are compared with those after loading. If they differ, the script is loaded
     again.
   - the state after a question, such as `legal` or `outcome`, which may only read it.

   A changed state is written as bytes and read again, so that on every device it has the same
   layout, and no table of it is also a table of the script. See walk.h. */
#include "walk.h"
#include <stdio.h>
#include <string.h>

/* A value, as far as its identity goes: a number, or the address of an object. Also the head of an
   object: its kind, and its number of entries. */
typedef struct Cell {
  uint64_t bits;
  int type;
} Cell;
enum { INTEGER = 16, FROZEN = 17 }; /* types of cells beside those of Lua */
/* A script with more variables is loaded again each time, without a comparison. */
enum { CELLS_MAX = 1 << 16 };

typedef struct Survey {
  lua_State *L;
  Walk *walk;
  Buffer *cells;
  int objects, seen;  /* the indices of the list of objects, and of the table from objects to true */
  lua_Integer count;  /* of objects */
} Survey;

static Cell cell_at(lua_State *L, int index) {
  Cell cell = { .type = lua_type(L, index) };
  switch (cell.type) {
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

/* Whether the Lua function on top is the host's own. Its variables are the host's concern. Needs
   two free slots. */
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
  case LUA_TTHREAD: s->walk->unnoted = true; return false;
  default: return false;
  }
}

/* Pops a value, and adds it to the list of objects if it is a new one. Needs four free slots; raises
   memory errors. */
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
  if (s->cells->count / sizeof cell > CELLS_MAX) s->walk->unnoted = true;
}

/* Visits the metatable of the table on top, if it has one. Returns its cell. */
static Cell visit_metatable(Survey *s) {
  if (!lua_getmetatable(s->L, -1)) return (Cell){ .type = LUA_TNIL };
  Cell cell = cell_at(s->L, -1);
  visit(s);
  return cell;
}

/* Visits all that the table on top holds. Notes it, if `notes` is true; else returns 0 entries. */
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

/* Notes the object on top. A frozen table can't be changed, but what it leads to can. */
static void note_object(Survey *s) {
  lua_State *L = s->L;
  size_t at = s->cells->count;
  Cell head = { .type = lua_type(L, -1) };
  note(s, head);
  if (head.type == LUA_TFUNCTION) {
    int function = lua_gettop(L);
    for (int n = 1; lua_getupvalue(L, function, n); n++) {
      note(s, cell_at(L, -1));
      visit(s);
      head.bits++;
    }
  } else if (guard_behind(L, -1)) {
    head.type = FROZEN;
    visit_metatable(s);
    visit_entries(s, false);
    lua_pop(L, 1);
  } else {
    note(s, visit_metatable(s));
    head.bits = visit_entries(s, true);
  }
  memcpy(s->cells->bytes + at, &head, sizeof head);
}

/* note(definition): notes the variables of a script that has just been loaded. Raises memory
   errors, and the kill. */
int walk_call_note(lua_State *L) {
  Walk *walk = walk_here(L);
  Survey s = { .L = L, .walk = walk, .cells = &guard_of(L)->variables, .objects = 2, .seen = 3 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  guard_need_room(L, 16, "variables of a script");
  lua_createtable(L, 32, 0);
  lua_createtable(L, 0, 32);
  s.cells->count = 0;
  walk->unnoted = walk->ran = false;
  walk->script_modules = guard_of(L)->script_modules;
  lua_pushvalue(L, 1);
  visit(&s);
  guard_push_script_modules(L);
  visit(&s);
  for (lua_Integer i = 1; i <= s.count && !walk->unnoted; i++) {
    lua_rawgeti(L, 2, i);
    note_object(&s);
    lua_settop(L, 3);
  }
  lua_settop(L, 2);
  walk_keep(L, OBJECTS);
  return 0;
}

/* Returns the first upvalue of the function on top that differs from `cells`, from 1; 0 if none
   does. */
static int differing_upvalue(lua_State *L, const Cell *cells, uint64_t count) {
  for (int n = 1; (uint64_t)n <= count; n++) {
    if (!lua_getupvalue(L, -1, n)) return n;
    bool differs = !same(cell_at(L, -1), cells[n - 1]);
    lua_pop(L, 1);
    if (differs) return n;
  }
  return 0;
}

/* Whether the table on top has another metatable or other entries than `cells` says. May leave
   values on the stack. */
static bool table_differs(lua_State *L, const Cell *cells, uint64_t count) {
  int table = lua_gettop(L);
  Cell meta = { .type = LUA_TNIL };
  if (lua_getmetatable(L, table)) meta = cell_at(L, -1);
  lua_settop(L, table);
  if (!same(meta, *cells++)) return true;
  uint64_t found = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1), found++) {
    guard_poll(L, guard_of(L));
    if (found == count || !same(cell_at(L, -2), cells[0]) || !same(cell_at(L, -1), cells[1])) return true;
    cells += 2;
  }
  return found != count;
}

/* Notes in words what the last hook changed: the local variable at `place` of the function on top, or
   the table on top if `place` is 0. OBJECTS is below. */
static void tell_changed(lua_State *L, Walk *walk, int place) {
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
  snprintf(walk->changed, sizeof walk->changed, name && *name ? "`%s` changed the local `%s`" : "`%s` changed a table of the script",
           walk->hook, name);
}

/* Whether a variable of the script differs from what it was after loading. Needs eight free slots;
   raises only the kill. */
static bool variables_differ(lua_State *L, Walk *walk) {
  Guard *g = guard_of(L);
  if (walk->unnoted) return true;
  if (walk->script_modules != g->script_modules) {
    if (!walk->changed[0]) snprintf(walk->changed, sizeof walk->changed, "`%s` loaded a module", walk->hook);
    return true;
  }
  int top = lua_gettop(L);
  const Cell *at = (const Cell *)(void *)g->variables.bytes, *end = at + g->variables.count / sizeof *at;
  bool differs = false;
  walk_push(L, OBJECTS);
  for (lua_Integer i = 1; at < end && !differs; i++) {
    const Cell head = *at++;
    lua_rawgeti(L, top + 1, i);
    if (head.type == LUA_TFUNCTION) {
      int place = differing_upvalue(L, at, head.bits);
      differs = place != 0;
      if (differs && !walk->changed[0]) tell_changed(L, walk, place);
      at += head.bits;
    } else if (head.type == LUA_TTABLE) {
      differs = table_differs(L, at, head.bits);
      lua_settop(L, top + 2);
      if (differs && !walk->changed[0]) tell_changed(L, walk, 0);
      at += 1 + 2 * head.bits;
    }
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return differs;
}

bool walk_fresh(lua_State *L, Walk *walk) {
  if (!walk->ran || walk->is_rough) return false;
  guard_need_room(L, 10, "variables of a script");
  walk->ran = false;
  if (!variables_differ(L, walk)) return false;
  Guard *g = guard_of(L);
  size_t printed = g->printed.count;
  const char *hook = walk->hook;
  walk->hook = "load";
  walk_push(L, RENEW);
  lua_call(L, 0, 0);
  walk->hook = hook;
  g->printed.count = printed; /* what it printed when it was loaded first is not news */
  return true;
}

/* Appends the bytes of the state on top. `state.secret` is left out while its parts are guarded. */
static void write_state(lua_State *L, const Walk *walk, Buffer *out) {
  int state = lua_gettop(L);
  bool hides = false;
  if (walk->guarding) {
    lua_pushliteral(L, "secret");
    lua_rawget(L, state);
    hides = lua_getmetatable(L, -1); /* opened secrets are a plain table */
    lua_settop(L, state);
  }
  if (hides) {
    lua_pushliteral(L, "secret");
    lua_pushnil(L);
    lua_rawset(L, state);
  }
  guard_encode(L, state, out, "state", true);
  if (!hides) return;
  lua_pushliteral(L, "secret");
  walk_push(L, SECRET);
  lua_getfield(L, -1, "shown");
  lua_replace(L, -2);
  lua_rawset(L, state);
}

/* Makes the state again from the noted bytes. */
static void read_state(lua_State *L, const Walk *walk) {
  const Guard *g = guard_of(L);
  guard_decode(L, g->state.bytes, g->state.count);
  lua_pushvalue(L, -1);
  walk_keep(L, STATE);
  if (walk->guarding) {
    walk_push(L, ADOPT_SECRETS);
    lua_pushvalue(L, -2);
    lua_pushinteger(L, walk->seats);
    lua_call(L, 2, 0);
  }
  lua_pop(L, 1);
}

void walk_note_state(lua_State *L, Walk *walk) {
  Guard *g = guard_of(L);
  guard_need_room(L, 10, "a state");
  walk->asked = false;
  g->state.count = 0;
  walk_push(L, STATE);
  write_state(L, walk, &g->state);
  lua_pop(L, 1);
}

void walk_take_state(lua_State *L, Walk *walk) {
  if (walk->is_rough) return;
  walk->hook = walk->maker;
  walk_note_state(L, walk);
  read_state(L, walk);
}

void walk_restore_state(lua_State *L, Walk *walk) {
  if (!walk->asked || walk->is_rough) return;
  Guard *g = guard_of(L);
  guard_need_room(L, 10, "a state");
  walk->asked = false;
  size_t start = g->out.count;
  walk_push(L, STATE);
  write_state(L, walk, &g->out);
  lua_pop(L, 1);
  bool changed = g->out.count - start != g->state.count
                 || (g->state.count && memcmp(g->out.bytes + start, g->state.bytes, g->state.count) != 0);
  g->out.count = start;
  if (changed) read_state(L, walk);
}

void walk_begin(lua_State *L, Walk *walk) {
  if (walk->is_rough) {
    walk->is_rough = false;
    walk->ran = true;
    walk->gathered = 0;
    walk_take_state(L, walk);
  }
  if (walk_fresh(L, walk)) walk->gathered = 0;
  walk_restore_state(L, walk);
}
