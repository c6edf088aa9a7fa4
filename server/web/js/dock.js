// The bar below the board: the prompts, the chosen move that isn't sent yet, and the field for
// typing a move.

import {fill, make, show} from './dom.js';
import {isYours} from './view.js';

const mostMoves = 60;

/**
 * `<parlor-dock>`. Events: `play` (`detail.text`), `undo`, `choose` (`detail.text`).
 */
export class ParlorDock extends HTMLElement {
  #prompt = make('p', {class: 'prompt'});
  #undo = make('button', {type: 'button', class: 'undo', click: () => this.#tell('undo')}, 'Undo');
  #confirm = make('button', {type: 'button', class: 'primary confirm', click: () => this.#tell('play', {text: this.#chosen})});
  #choice = make('div', {class: 'choice', hidden: true}, this.#undo, this.#confirm);
  #moves = make('div', {class: 'moves', role: 'group', 'aria-label': 'More moves', hidden: true});
  #known = make('datalist', {id: 'known-moves'});
  #input = make('input', {
    id: 'move', name: 'move', type: 'text', list: 'known-moves', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
    enterkeyhint: 'send', maxlength: '4000', 'aria-describedby': 'move-help',
  });
  #help = make('p', {id: 'move-help', class: 'help'});
  #form = make(
    'form', {class: 'typing', submit: event => this.#typed(event)},
    make('label', {for: 'move', class: 'unseen'}, 'Type a move'), this.#input, make('button', {class: 'send'}, 'Play'), this.#known);
  #problem = make('p', {class: 'problem', role: 'alert'});
  #chosen = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.#input.placeholder = 'Type a move';
    this.append(this.#problem, this.#moves, make('div', {class: 'asked'}, this.#prompt, this.#choice), this.#form, this.#help);
  }

  /**
   * Shows what the player can do. `chosen` is the move that was tapped and isn't sent yet.
   * `offered` are the moves that get a button here. `sending` is the text about a move that is
   * being sent. `note` replaces the prompt.
   */
  draw(view, {chosen, sending, offered, note}) {
    this.#chosen = chosen;
    const mayPlay = view.you !== null && view.phase === 'playing';
    const hasTurn = isYours(view);
    fill(this.#prompt, sending ?? note ?? (hasTurn ? view.prompts.join(' · ') || 'Tap a move, or type it.' : ''));
    show(this.#choice, chosen !== null && !sending);
    show(this.#prompt, chosen === null || Boolean(sending));
    this.#confirm.textContent = chosen === null ? '' : `Play ${chosen}`;
    this.classList.toggle('busy', Boolean(sending));
    show(this.#form, mayPlay);
    fill(this.#known, view.moves.slice(0, 200).map(move => make('option', {value: move.text}, move.title ?? null)));
    fill(this.#help, hasTurn ? this.#helps(view) : []);
    show(this.#help, hasTurn && this.#help.childElementCount > 0);
    this.#drawMoves(hasTurn ? offered : [], hasTurn && view.moreMoves === true);
  }

  /** Shows a problem; an empty text removes it. */
  complain(text) {
    this.#problem.textContent = text;
  }

  /** Puts the beginning of a move into the field, for the person to complete. */
  type(text) {
    this.#input.value = text;
    this.#input.focus();
    this.#input.setSelectionRange(text.length, text.length);
  }

  /** Empties the field, if it still has this text. */
  clear(text) {
    if (this.#input.value.trim() === text) this.#input.value = '';
  }

  #drawMoves(moves, areMore) {
    const shown = moves.slice(0, mostMoves);
    const left = moves.length - shown.length;
    fill(
      this.#moves,
      shown.map(move => make('button', {
        type: 'button', class: 'small move', 'data-move': move.text, 'aria-pressed': String(move.text === this.#chosen),
        click: () => this.#tell('choose', {text: move.text}),
      }, move.title ?? move.text)),
      left > 0 || areMore ? make('span', {class: 'help'}, left > 0 ? `and ${left} more, which you can type` : 'and more, which you can type') : null);
    show(this.#moves, moves.length > 0);
  }

  #helps(view) {
    return view.typed.filter(typed => !typed.drawn).map(typed => {
      const bounds = typed.type === 'integer' && Number.isFinite(typed.min) && Number.isFinite(typed.max)
        ? ` (a number from ${typed.min} to ${typed.max})` : '';
      return make(
        'span', {}, make('button', {type: 'button', class: 'small', click: () => this.type(`${typed.name} `)}, `${typed.name} …`),
        ` ${typed.help ?? ''}${bounds}`);
    });
  }

  #typed(event) {
    event.preventDefault();
    const text = this.#input.value.trim();
    if (text) this.#tell('play', {text});
    else if (this.#chosen !== null) this.#tell('play', {text: this.#chosen});
    else this.complain('Type a move first, or tap one on the board.');
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }
}

customElements.define('parlor-dock', ParlorDock);
