// The sheet in which a match of one game is set up.

import {post} from './api.js';
import {counted, fill, fit, make, show} from './dom.js';
import {name} from './kept.js';

const limits = [
  ['', 'as long as it takes'], ['60', 'a minute'], ['300', 'five minutes'], ['3600', 'an hour'], ['86400', 'a day'],
  ['259200', 'three days'],
];

function select(id, pairs, chosen) {
  const field = make('select', {id, name: id}, pairs.map(([value, words]) => make('option', {value}, words)));
  field.value = chosen;
  return field;
}

/**
 * Returns a field for one option of a game, with a function `read` for the chosen value. Choices,
 * defaults and the chosen value are texts, as the server sends and accepts them.
 */
function optionField(option) {
  const id = `option-${option.name}`;
  const label = option.name.charAt(0).toUpperCase() + option.name.slice(1).replaceAll('_', ' ');
  const help = option.help ? make('span', {class: 'help', id: `${id}-help`}, option.help) : null;
  let field, read;
  if (Array.isArray(option.choices)) {
    field = select(id, option.choices.map(choice => [String(choice), String(choice)]), String(option.default));
    read = () => field.value;
  } else if (option.type === 'boolean') {
    field = make('input', {id, type: 'checkbox'});
    field.checked = String(option.default) === 'true';
    read = () => field.checked;
  } else if (option.type === 'integer') {
    field = make('input', {id, type: 'number', min: option.min, max: option.max, step: '1', required: true, inputmode: 'numeric'});
    field.value = option.default;
    read = () => Number(field.value);
  } else {
    field = make('input', {id, type: 'text', maxlength: '200'});
    field.value = option.default ?? '';
    read = () => field.value;
  }
  if (help) field.setAttribute('aria-describedby', help.id);
  const isBox = field.type === 'checkbox';
  const row = make('p', {class: 'field'}, isBox
    ? make('label', {class: 'check'}, field, ` ${label}`) : [make('label', {for: id}, label), field], help);
  return {name: option.name, read, row};
}

/** `<parlor-open-match>`, in a dialog. */
export class ParlorOpenMatch extends HTMLElement {
  /** Shows the form for a match of this game; `leave()` closes the sheet. */
  draw(game, picture, leave) {
    const called = make('input', {id: 'name', name: 'name', type: 'text', maxlength: '40', autocomplete: 'nickname', placeholder: 'as others see it'});
    called.value = name.get();
    const {min, max} = game.seats;
    const counts = Array.from({length: max - min + 1}, (_, index) => min + index);
    const seats = select('seats', counts.map(count => [String(count), counted(count, 'seat')]), String(Math.max(2, min)));
    const seatsRow = make('p', {class: 'field'}, make('label', {for: 'seats'}, 'Seats'), seats);
    show(seatsRow, counts.length > 1);
    const whom = ['link:A friend, by a link', 'anybody:Anybody who sees it in the list', 'bots:Bots'].map(text => {
      const [value, words] = text.split(':');
      const field = make('input', {type: 'radio', name: 'whom', value});
      field.checked = value === 'link';
      return make('label', {class: 'check'}, field, ` ${words}`);
    });
    const bots = select('bots', [['0', 'none']], '0');
    const botsRow = make('p', {class: 'field'}, make('label', {for: 'bots'}, 'Bots among them'), bots);
    const limit = select('limit', limits, '');
    const options = game.options.map(optionField);
    const problem = make('p', {class: 'problem', role: 'alert'});
    const send = make('button', {class: 'primary'}, 'Open the match');

    const company = make('fieldset', {}, make('legend', {}, 'Who plays with you?'), whom);
    const form = make(
      'form', {class: 'open-match'},
      make('div', {class: 'game-head'}, make('img', {src: picture, alt: '', width: '96', height: '96', load: fit}),
        make('div', {}, make('h2', {id: 'open-head', tabindex: '-1', autofocus: true}, game.title), make('p', {}, game.summary))),
      make('p', {class: 'field'}, make('label', {for: 'name'}, 'Your name'), called),
      company,
      seatsRow, botsRow, options.map(option => option.row),
      make('p', {class: 'field'}, make('label', {for: 'limit'}, 'Time for a turn'), limit),
      problem,
      make('div', {class: 'row'}, make('button', {type: 'button', click: leave}, 'Back'), send));

    const choice = () => form.elements.whom.value;
    const arrange = () => {
      const most = Math.max(0, Number(seats.value) - 2);
      const before = bots.value;
      fill(bots, Array.from({length: most + 1}, (_, count) => make('option', {value: String(count)}, count === 0 ? 'none' : counted(count, 'bot'))));
      bots.value = Number(before) <= most ? before : '0';
      show(botsRow, choice() !== 'bots' && most > 0);
      // In a match with one seat nobody else plays, so there is no company to choose.
      show(company, Number(seats.value) > 1);
    };
    form.addEventListener('change', arrange);
    arrange();

    form.addEventListener('submit', async event => {
      event.preventDefault();
      problem.textContent = '';
      send.disabled = true;
      name.set(called.value.trim());
      const count = Number(seats.value);
      const chosen = Object.fromEntries(options.map(option => [option.name, option.read()]));
      const asked = {
        game: game.id, seats: count, options: chosen, public: choice() === 'anybody' && count > 1,
        bots: choice() === 'bots' ? count - 1 : Number(bots.value),
      };
      if (called.value.trim()) asked.name = called.value.trim();
      if (limit.value) asked.turnLimit = Number(limit.value);
      try {
        const match = await post('/matches', asked, {waiting: () => { problem.textContent = 'No answer. Trying again …'; }});
        location.assign(match.link);
      } catch (error) {
        problem.textContent = error.message;
        send.disabled = false;
      }
    });
    fill(this, form);
  }
}

customElements.define('parlor-open-match', ParlorOpenMatch);
