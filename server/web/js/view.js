// A match as the server shows it to this browser, with all fields: a missing field gets an empty
// value.

const list = value => (Array.isArray(value) ? value : []);

/** Returns the view from the JSON of an answer or an event. */
export function read(told) {
  return {
    match: told.match, game: told.game, title: String(told.title ?? ''), number: told.number ?? 0, phase: told.phase,
    you: told.you ?? null, turn: list(told.turn), round: told.round === true,
    seats: list(told.seats).map(seat => ({...seat, name: seat.name ?? null, gone: seat.gone ?? null})),
    outcome: told.outcome ?? null, svg: told.svg ?? null, words: told.words ?? '',
    moves: list(told.moves), moreMoves: told.moreMoves === true, typed: list(told.typed), prompts: list(told.prompts),
    status: told.status ?? '', log: list(told.log), deadline: told.deadline ?? null, next: told.next ?? null,
  };
}

/** Whether the match is over or closed. */
export const isOver = view => view.phase === 'over' || view.phase === 'closed';

/** Whether it is the viewer's turn. */
export const isYours = view => view.phase === 'playing' && view.you !== null && view.turn.includes(view.you);
