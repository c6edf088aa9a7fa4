// The few phrases that a player can say.

import {fill, make} from './dom.js';

/** The keys of the phrases, in the order in which they are usually said in a match. */
const order = ['hello', 'good_luck', 'good_move', 'thanks', 'sorry', 'one_moment', 'good_game', 'again'];

export class ParlorTalk extends HTMLElement {
  /** Shows the phrases. `phrases` maps a key to its words; `say` is called with the chosen key. */
  draw(phrases, say) {
    const rank = key => (order.includes(key) ? order.indexOf(key) : order.length);
    const sorted = Object.entries(phrases).sort(([one], [other]) => rank(one) - rank(other));
    fill(this, sorted.map(([key, words]) =>
      make('button', {type: 'button', class: 'small', click: () => say(key)}, words)));
  }
}

customElements.define('parlor-talk', ParlorTalk);
