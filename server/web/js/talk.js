// The few things that one can say.

import {fill, make} from './dom.js';

/** In the order in which a match needs them. */
const order = ['hello', 'good_luck', 'good_move', 'thanks', 'sorry', 'one_moment', 'good_game', 'again'];

export class ParlorTalk extends HTMLElement {
  /** `phrases`: key to words; `say` is called with a key. */
  draw(phrases, say) {
    const rank = key => (order.includes(key) ? order.indexOf(key) : order.length);
    const sorted = Object.entries(phrases).sort(([one], [other]) => rank(one) - rank(other));
    fill(this, sorted.map(([key, words]) =>
      make('button', {type: 'button', class: 'small', click: () => say(key)}, words)));
  }
}

customElements.define('parlor-talk', ParlorTalk);
