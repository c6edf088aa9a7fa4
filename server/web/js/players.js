// The list of the players: their seats, whose turn it is, and who has left.

import {fill, make} from './dom.js';

const gone = {resigned: 'has resigned', timeout: 'ran out of time'};

/** Returns the name of a seat. */
export function nameOf(view, seat) {
  const found = view.seats.find(other => other.seat === seat);
  return found?.name || `Seat ${seat}`;
}

export class ParlorPlayers extends HTMLElement {
  draw(view) {
    const list = make('ol', {class: 'players'}, view.seats.map(seat => this.#player(view, seat)));
    fill(this, list);
  }

  #player(view, seat) {
    const hasTurn = view.turn.includes(seat.seat);
    const hasWon = view.outcome?.winners?.includes(seat.seat);
    const notes = [
      seat.seat === view.you && 'you', seat.bot && 'bot', gone[seat.gone], !seat.taken && (seat.kept ? 'kept' : 'free'), hasWon && 'winner',
    ].filter(Boolean);
    return make(
      'li', {class: `player${hasTurn ? ' turn' : ''}${seat.gone ? ' gone' : ''}`, 'data-seat': seat.seat},
      make('span', {class: 'chip', 'aria-hidden': 'true'}, String(seat.seat)),
      make('span', {class: 'name'}, seat.taken ? nameOf(view, seat.seat) : 'Nobody yet'),
      notes.map(note => make('span', {class: `tag ${note}`}, note)),
      hasTurn && make('span', {class: 'to-move'}, 'to move'));
  }
}

customElements.define('parlor-players', ParlorPlayers);
