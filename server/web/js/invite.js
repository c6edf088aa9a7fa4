// The box that is shown before a match begins: the link to share, the free seats, and buttons to
// add bots.

import {counted, fill, make} from './dom.js';
import {name} from './kept.js';
import {say} from './speaker.js';

/**
 * Shares the link: by the phone's own sheet if it has one, else by the clipboard. If both fail,
 * selects the link, so that the person can copy it.
 */
export async function handOn(title, field) {
  const url = field.value;
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({title: `Parlor: ${title}`, url});
      return '';
    }
    await navigator.clipboard.writeText(url);
    return 'The link is copied.';
  } catch (error) {
    if (error?.name === 'AbortError') return '';
    field.focus();
    field.select();
    return 'Copy the selected link.';
  }
}

export class ParlorInvite extends HTMLElement {
  #key = null;

  /**
   * Shows what a person can do before the match begins; afterwards hides itself. The buttons call
   * `join(name)` to take a seat, `bot()` to add a bot, and `standUp()` to give up the seat.
   */
  draw(view, {join, bot, standUp}) {
    const free = view.seats.filter(seat => !seat.taken).length;
    const isKept = view.seats.some(seat => seat.kept);
    const key = JSON.stringify([view.phase, view.you, free, isKept]);
    if (key === this.#key) return; // Keep what is being typed.
    this.#key = key;
    const isOpen = view.phase === 'waiting' && free > 0;
    this.hidden = !isOpen;
    if (!isOpen) return fill(this);
    if (isKept) return fill(this, this.#kept(view, join, standUp));
    fill(this, view.you === null ? this.#seat(free, join) : this.#waiting(view, free, bot, standUp));
  }

  #kept(view, join, standUp) {
    const isOutside = view.you === null;
    return [
      make('h2', {}, 'A rematch'),
      make('p', {}, `The free seats are kept for those who played before.${isOutside ? ' Others can watch.' : ''}`),
      // A cookie that only the server reads shows whether this browser played before.
      isOutside ? make('p', {}, make('button', {type: 'button', class: 'primary', click: () => join('')}, 'I played before: take my seat')) : this.#leaving(standUp),
    ];
  }

  #seat(free, join) {
    const field = make('input', {
      id: 'join-name', name: 'name', type: 'text', maxlength: '40', autocomplete: 'nickname', placeholder: 'Your name',
    });
    field.value = name.get();
    return [
      make('h2', {}, `There ${free === 1 ? 'is a seat' : `are ${free} seats`} free`),
      make(
        'form', {class: 'line-form', submit: event => {
          event.preventDefault();
          name.set(field.value.trim());
          join(field.value.trim());
        }},
        make('label', {for: 'join-name'}, 'Your name'), field, make('button', {class: 'primary'}, 'Take a seat')),
      make('p', {class: 'help'}, 'Or just watch.'),
    ];
  }

  #waiting(view, free, bot, standUp) {
    const field = make('input', {id: 'link', type: 'text', readonly: true, 'aria-label': 'Link to this match'});
    field.value = location.href;
    const told = make('p', {class: 'help'});
    const copy = async () => {
      told.textContent = await handOn(view.title, field);
      say(told.textContent);
    };
    return [
      make('h2', {}, 'Send the link'),
      make('p', {}, `${counted(free, 'seat is', 'seats are')} free for the first who open the link. Others can watch.`),
      make('div', {class: 'line-form'}, field, make('button', {type: 'button', class: 'primary', click: copy}, 'Send the link')),
      told,
      make('p', {}, make('button', {type: 'button', class: 'small', click: bot}, 'Let a bot take a free seat')),
      this.#leaving(standUp),
    ];
  }

  #leaving(standUp) {
    return make('p', {}, make('button', {type: 'button', class: 'small', title: 'If nobody is left, the match is closed', click: standUp}, 'Stand up'));
  }
}

customElements.define('parlor-invite', ParlorInvite);
