// The few things that one can say.

import {fill, make} from './dom.js';

export class ParlorTalk extends HTMLElement {
  /** `phrases`: key to words; `say` is called with a key. */
  draw(phrases, say) {
    fill(this, Object.entries(phrases).map(([key, words]) =>
      make('button', {type: 'button', class: 'small', click: () => say(key)}, words)));
  }
}

customElements.define('parlor-talk', ParlorTalk);
