// The first page: games to choose from, matches that wait for players, matches to watch, and the
// matches of this browser.

import {get, post} from './api.js';
import {byID, counted, fill, fit, make, show} from './dom.js';
import {forget, keep, matches as kept, name} from './kept.js';
import './openmatch.js';
import './shell.js';
import {say} from './speaker.js';
import {onTheme, theme} from './theme.js';
import {isOver, isYours, read} from './view.js';

const mostLooked = 8;
const refreshing = 10_000;
let games = [];

const pictureOf = game => `/games/${encodeURIComponent(game.id)}/picture.svg?theme=${theme()}`;

/**
 * Whether the shown problem is the answer to a request of the person. The page scrolls to such a
 * problem, and shows it until the person's next request.
 */
let asked = false;

function complain(problem, isAsked = false) {
  if (!isAsked && asked && !problem) return;
  asked = isAsked && problem !== null;
  byID('problem').textContent = problem?.message ?? '';
  if (asked) byID('problem').scrollIntoView({block: 'nearest'});
}

// Games

function drawGames() {
  fill(byID('games'), games.map(game => make(
    'li', {},
    make(
      'button', {type: 'button', class: 'game', 'data-game': game.id, click: () => openSheet(game)},
      make('img', {src: pictureOf(game), alt: '', width: '160', height: '160', loading: 'lazy', load: fit}),
      make('span', {class: 'game-title'}, game.title),
      make('span', {class: 'game-summary'}, game.summary),
      make('span', {class: 'game-seats'}, seatsOf(game))))));
  const chosen = byID('quick-game').value;
  fill(byID('quick-game'), make('option', {value: ''}, 'any game'), games.map(game => make('option', {value: game.id}, game.title)));
  byID('quick-game').value = chosen;
}

function seatsOf(game) {
  const {min, max} = game.seats;
  if (max === 1) return 'for one';
  return min === max ? `for ${min}` : `for ${min} to ${max}`;
}

function openSheet(game) {
  const dialog = byID('open-dialog');
  byID('open-match').draw(game, pictureOf(game), () => dialog.close());
  dialog.showModal();
}

// Matches

/** Returns the people in a listed match: "Ann, a bot, 1 seat free". */
function company(match) {
  const names = match.seats.filter(seat => seat.name || seat.bot).map(seat => seat.name || 'a bot');
  const parts = names.length ? names : match.free === 0 ? [counted(match.seats.length, 'player')] : [];
  if (match.free > 0) parts.push(counted(match.free, 'seat') + ' free');
  return parts.join(', ');
}

function limitOf(match) {
  const seconds = match.turnLimit;
  if (!seconds) return null;
  const words = seconds % 86400 === 0 ? counted(seconds / 86400, 'day')
    : seconds % 3600 === 0 ? counted(seconds / 3600, 'hour')
      : seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
  return make('span', {class: 'tag'}, `${words} a turn`);
}

function entry(match, action) {
  return make(
    'li', {class: 'match-entry'},
    make('a', {href: `/m/${match.id}`}, make('strong', {}, match.title), make('span', {}, company(match))), limitOf(match), action);
}

async function drawLobby() {
  let lobby;
  try {
    lobby = await get('/lobby');
  } catch (problem) {
    show(byID('none-open'), false);
    return complain(problem);
  }
  complain(null);
  const mine = new Set(kept().filter(match => match.seat).map(match => match.id));
  const open = lobby.matches.filter(match => !mine.has(match.id));
  fill(byID('open'), open.map(match => entry(match, make(
    'button', {type: 'button', class: 'small', 'aria-label': `Join ${match.title}: ${company(match)}`, click: () => join(match.id)}, 'Join'))));
  show(byID('none-open'), open.length === 0);
  const watchable = (lobby.watchable ?? []).filter(match => !mine.has(match.id));
  fill(byID('watchable'), watchable.map(match => entry(match, null)));
  show(byID('watch-box'), watchable.length > 0);
  byID('running').textContent = `${counted(lobby.running, 'public match', 'public matches')} under way.`;
}

async function join(id) {
  complain(null, true);
  try {
    const called = name.get();
    const answer = await post(`/matches/${id}/join`, called ? {name: called} : {});
    location.assign(answer.link);
  } catch (problem) {
    complain(problem, true);
    say(problem.message);
    drawLobby();
  }
}

/** Shows the matches of this browser, with their current state. */
async function drawMine() {
  const mine = kept();
  show(byID('mine-box'), mine.length > 0);
  const rows = mine.map(match => {
    const state = make('span', {class: 'state'}, match.isOver ? 'over' : '');
    const link = make('a', {href: `/m/${match.id}`}, make('strong', {}, match.title), state);
    const drop = make('button', {
      type: 'button', class: 'small quiet', 'aria-label': `Remove ${match.title} from this list`, click: () => {
        forget(match.id);
        drawMine();
      },
    }, 'Remove');
    return {match, state, row: make('li', {class: 'match-entry'}, link, drop)};
  });
  fill(byID('mine'), rows.map(({row}) => row));
  for (const {match, state, row} of rows.filter(({match}) => !match.isOver).slice(0, mostLooked)) {
    try {
      const view = read(await get(`/matches/${match.id}?theme=${theme()}`));
      state.textContent = view.you === null ? 'you watch' : view.status;
      row.classList.toggle('yours', isYours(view));
      if (isOver(view)) {
        state.textContent = view.outcome?.text ?? 'over';
        keep({...match, isOver: true});
      }
    } catch (problem) {
      if (problem.code === 'unknown_match') {
        forget(match.id);
        row.remove();
      } else {
        return;
      }
    }
  }
}

async function quick(event) {
  event.preventDefault();
  complain(null, true);
  name.set(byID('quick-name').value.trim());
  const asked = {};
  if (byID('quick-game').value) asked.game = byID('quick-game').value;
  if (name.get()) asked.name = name.get();
  try {
    const answer = await post('/quick', asked, {waiting: () => complain({message: 'No answer. Trying again …'}, true)});
    location.assign(answer.link);
  } catch (problem) {
    complain(problem, true);
  }
}

async function begin() {
  byID('quick-name').value = name.get();
  byID('quick-form').addEventListener('submit', quick);
  drawMine();
  drawLobby();
  for (let pause = 1000; ; pause = Math.min(2 * pause, 8000)) {
    try {
      ({games} = await get('/games'));
      break;
    } catch (problem) {
      complain(problem);
      await new Promise(done => setTimeout(done, pause));
    }
  }
  complain(null);
  drawGames();
  const asked = games.find(game => game.id === new URLSearchParams(location.search).get('game'));
  if (asked) openSheet(asked);
  setInterval(() => !document.hidden && drawLobby(), refreshing);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    drawLobby();
    drawMine();
  });
  onTheme(drawGames);
}

begin();
