// The lines of the log, the newest at the bottom.

import {clockTime, make} from './dom.js';

const mostLines = 500;

export class ParlorLog extends HTMLElement {
  #last = 0;
  #list = make('ol', {class: 'log'});

  connectedCallback() {
    if (!this.contains(this.#list)) this.append(this.#list);
  }

  /** Adds those of the lines that aren't shown yet, and returns the added lines. */
  add(lines) {
    const added = [];
    const isAtEnd = this.scrollHeight - this.scrollTop - this.clientHeight < 40;
    for (const line of lines) {
      if (!(line.number > this.#last)) continue;
      this.#last = line.number;
      added.push(line);
      this.#list.append(make(
        'li', {class: `line ${line.kind}`, value: line.number},
        make('span', {class: 'says'}, line.says),
        make('time', {datetime: line.at}, clockTime(line.at))));
    }
    while (this.#list.children.length > mostLines) this.#list.firstElementChild.remove();
    if (isAtEnd) this.scrollTop = this.scrollHeight;
    return added;
  }
}

customElements.define('parlor-log', ParlorLog);
