// The bar after the end of a match: the rematch, and the record.

import {fill, make} from './dom.js';
import {isOver} from './view.js';

/** Returns the outcome of a match, in a sentence. */
export function ended(view) {
  const text = view.outcome?.text ?? (view.status || 'The match is over');
  const reasons = {timeout: 'took too long', resigned: 'resigned'};
  const gone = view.seats.filter(seat => reasons[seat.gone]).map(seat => ` ${seat.name ?? `Seat ${seat.seat}`} ${reasons[seat.gone]}.`);
  return (/[.!?]$/.test(text) ? text : `${text}.`) + gone.join('');
}

export class ParlorEnding extends HTMLElement {
  /**
   * Shows the outcome if the match is over; otherwise hides itself. `again()` starts or joins the
   * rematch.
   */
  draw(view, {again}) {
    this.hidden = !isOver(view);
    if (this.hidden) return fill(this);
    const [isSeated, isPlayed] = [view.you !== null, view.phase === 'over'];
    const asked = view.next !== null;
    fill(
      this,
      make(
        'div', {class: 'row'},
        isSeated && isPlayed && make('button', {type: 'button', class: 'primary', click: again}, asked ? 'Join the rematch' : 'Rematch'),
        !isSeated && asked && make('a', {class: 'button primary', href: `/m/${encodeURIComponent(view.next)}`}, 'Watch the rematch'),
        isPlayed && make('a', {class: 'button', href: `/matches/${view.match}/export.play`, download: `${view.game}.play`}, 'Save the record'),
        make('a', {class: 'button', href: '/'}, 'Other games')),
      isPlayed && make('p', {class: 'help'}, 'The record is a file with every move that counted. The program Parlor can replay it: ', make('code', {}, 'parlor replay'), '.'));
  }
}

customElements.define('parlor-ending', ParlorEnding);
