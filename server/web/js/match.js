// The page of a match: it loads the viewer's view, follows the events, and sends moves.

import {get, post} from './api.js';
import {byID, fill, make, show} from './dom.js';
import './dock.js';
import {ended} from './ending.js';
import {handOn} from './invite.js';
import {forget, keep, quick} from './kept.js';
import './log.js';
import './picture.js';
import './players.js';
import {bindQuickTaps} from './settings.js';
import './shell.js';
import {say} from './speaker.js';
import {Stream} from './stream.js';
import './talk.js';
import {onTheme, theme} from './theme.js';
import {isOver, isYours, read} from './view.js';

const id = /^\/m\/([a-z2-7]{20})$/.exec(location.pathname)?.[1];
const path = `/matches/${id}`;
const [picture, dock, log] = [byID('picture'), byID('dock'), byID('log')];

let view = null;
let stream = null;
/** The number of the last entry that is shown. */
let last = 0;
/** The move that was tapped and isn't sent yet. */
let chosen = null;
/** The move that is being sent to the server, with its text; null if there is none. */
let sending = null;
let note = null;
let hasTurn = false;
/**
 * The number that the last entry had when a problem was shown; null if no problem is shown. The
 * problem disappears when the match continues.
 */
let complained = null;
/** Whether the problem is that the server can't be reached. */
let isUnreached = false;

// Display

function draw(told) {
  if (view && told.number < view.number) return;
  const hadTurn = hasTurn;
  view = read(told);
  if (complained !== null && (complained !== view.number || (isYours(view) && !hadTurn))) complain('');
  last = Math.max(last, view.number);
  document.body.dataset.phase = view.phase;
  byID('title').textContent = view.title;
  drawStatus();
  byID('players').draw(view);
  tell(view.log);
  byID('words').textContent = view.words;
  show(byID('watching'), view.you === null && view.phase !== 'waiting');
  byID('invite').draw(view, {join, bot, standUp});
  byID('ending').draw(view, {again});
  show(byID('talk-box'), view.you !== null);
  show(byID('resign'), view.you !== null && view.phase === 'playing' && !seat(view.you)?.gone);
  drawBoard();
  keep({id, title: view.title, seat: view.you, isOver: isOver(view)});
}

/** Adds lines to the log. While the page follows the match, screen readers say the new lines. */
function tell(lines) {
  for (const line of log.add(lines)) {
    if (stream) say(line.says);
    // The event of a move can arrive before the answer to the move.
    if (sending && line.kind === 'ply' && line.seat === view?.you) [sending, chosen] = [null, null];
  }
}

function seat(number) {
  return view.seats.find(other => other.seat === number);
}

function drawStatus() {
  const status = isOver(view) ? ended(view) : view.status;
  byID('status').textContent = status;
  byID('status').classList.toggle('yours', isYours(view));
  document.title = `${isYours(view) ? '● ' : ''}${status.replace(/\.$/, '')} – ${view.title}`;
  hasTurn = isYours(view);
  drawClock();
}

function drawBoard() {
  picture.draw(view.svg, {label: `${view.title}, the board`, isTouchable: hasTurn && !sending, typed: view.typed.map(typed => typed.name)});
  show(picture, Boolean(view.svg));
  byID('words-box').open = byID('words-box').open || !view.svg;
  if (chosen !== null && !(hasTurn && isOffered(chosen))) chosen = null;
  picture.choose(chosen);
  byID('board').classList.toggle('busy', Boolean(sending));
  drawDock();
  drawZoom();
}

function drawDock() {
  const hadKeys = dock.contains(document.activeElement);
  const tapped = picture.plays;
  const drawn = view.typed.filter(typed => typed.drawn).map(typed => ({text: typed.name, title: null}));
  const all = [...view.moves, ...drawn];
  // Offer the moves that can't be tapped on the board, and a few whose buttons are so far down that
  // the person would have to scroll.
  const far = picture.farDown;
  const offered = all.filter(move => !tapped.has(move.text) || far.has(move.text))
    .map(move => ({...move, title: far.get(move.text) ?? move.title}));
  dock.draw(view, {chosen, sending: sending?.says ?? null, offered, note});
  // A hidden element can't keep the focus, so set the focus again: after the end, to the outcome.
  if (hadKeys && (document.activeElement === document.body || document.activeElement.checkVisibility?.() === false)) {
    byID(view.phase === 'playing' ? 'move' : 'status').focus({preventScroll: true});
  }
}

function isOffered(text) {
  return picture.plays.has(text) || view.moves.some(move => move.text === text) || view.typed.some(typed => typed.name === text);
}

/** Offers to enlarge a board with small cells. The enlarged board can be scrolled. */
function drawZoom() {
  const board = byID('board');
  show(byID('zoom'), board.classList.contains('large') || (hasTurn && picture.narrowest < 23.5));
}

function drawClock() {
  const clock = byID('clock');
  const left = view?.deadline && view.phase === 'playing' ? (new Date(view.deadline) - Date.now()) / 1000 : null;
  show(clock, left !== null);
  if (left === null) return;
  const seconds = Math.max(0, Math.round(left));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = number => String(number).padStart(2, '0');
  clock.textContent = days > 0 ? `${days} d ${hours} h left`
    : hours > 0 ? `${hours} h ${two(minutes)} min left` : `${minutes}:${two(seconds % 60)} left`;
  clock.classList.toggle('short', seconds < 15);
}

// Moves

/** Shows a problem until the match continues; an empty text removes it. */
function complain(text, code = null) {
  complained = text ? view?.number ?? 0 : null;
  isUnreached = code === 'unreachable';
  dock.complain(text);
  note = null;
}

function choose(text) {
  if (!hasTurn || sending) return;
  if (text === chosen || (text !== null && quick.get())) return play(text);
  chosen = text;
  complain('');
  picture.choose(chosen);
  drawDock();
  if (chosen !== null) say(`${chosen} chosen. Choose it again to play it, or press Escape to undo.`);
}

function undo() {
  if (chosen === null) return;
  say(`${chosen} taken back.`);
  chosen = null;
  picture.choose(null);
  drawDock();
}

async function play(text) {
  if (sending || text === null) return;
  complain('');
  const sent = {says: `Sending ${text} …`};
  sending = sent;
  drawBoard();
  const waiting = () => {
    if (sending !== sent) return;
    sent.says = `No answer. Trying again to send ${text} …`;
    say(sent.says);
    drawDock();
  };
  const done = () => {
    if (sending === sent) [sending, chosen] = [null, null];
  };
  try {
    const answer = await post(`${path}/moves?theme=${theme()}`, moved(text), {waiting});
    done();
    dock.clear(text);
    draw(answer);
    drawBoard();
  } catch (problem) {
    done();
    drawBoard();
    if (problem.code !== 'unreachable') await load().catch(() => {});
    // Ignore an outdated refusal: meanwhile the turn has begun, or the match is over.
    const isOutdated = problem.code === 'not_your_turn' && (isYours(view) || isOver(view));
    if (!isOutdated) complain(problem.message, problem.code);
  }
}

/**
 * Returns the body of the request for a move. Outside of rounds it has the number of the last entry
 * that the page shows, so that the server refuses a move for a board that has changed meanwhile. In
 * a round it has no number, because the other players choose their moves at the same time.
 */
function moved(text) {
  return view.round ? {move: text} : {move: text, after: view.number};
}

/** Runs an action that isn't a move, and shows a problem if the action fails. */
async function act(work) {
  complain('');
  try {
    await work();
  } catch (problem) {
    complain(problem.message, problem.code);
  }
}

function join(called) {
  return act(async () => {
    await post(`${path}/join`, called ? {name: called} : {});
    await load();
    stream?.open();
  });
}

function standUp() {
  return act(async () => draw(await post(`${path}/leave?theme=${theme()}`)));
}

function bot() {
  return act(async () => draw(await post(`${path}/bots?theme=${theme()}`)));
}

function again() {
  return act(async () => {
    try {
      location.assign((await post(`${path}/rematch`)).link);
    } catch (problem) {
      await load().catch(() => {});
      // Others have taken all seats of the rematch: watch it.
      if (problem.code === 'full' && view.next) return location.assign(`/m/${encodeURIComponent(view.next)}`);
      throw problem;
    }
  });
}

function talk(phrase) {
  return act(async () => draw(await post(`${path}/say?theme=${theme()}`, {phrase})));
}

async function resign() {
  const dialog = byID('resign-dialog');
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise(done => dialog.addEventListener('close', done, {once: true}));
  if (dialog.returnValue !== 'resign') return;
  await act(async () => draw(await post(`${path}/leave?theme=${theme()}`)));
}

// Data from the server

async function load() {
  draw(await get(`${path}?theme=${theme()}`));
}

const states = {connecting: 'Connecting …', connected: 'Connected', reconnecting: 'Reconnecting …'};
let state = null;

function drawState(next) {
  if (next === state) return;
  if (next === 'reconnecting' || (next === 'connected' && state === 'reconnecting')) say(states[next]);
  state = next;
  byID('connection').textContent = states[state];
  byID('connection').dataset.state = state;
  if (state === 'connected' && isUnreached) complain('');
}

function follow() {
  stream = new Stream(() => `${path}/events?theme=${theme()}&after=${last}`, {
    state: drawState,
    entry: ({line}) => {
      last = Math.max(last, line.number);
      tell([line]);
    },
    view: next => {
      const before = view?.status;
      draw(next);
      if (next.status !== before) say(next.status);
    },
  });
}

async function begin() {
  if (!id) return refuse('This isn’t the address of a match.');
  for (let pause = 1000; ; pause = Math.min(2 * pause, 8000)) {
    try {
      await load();
      break;
    } catch (problem) {
      if (problem.code === 'unknown_match') {
        forget(id);
        return refuse(problem.message);
      }
      byID('status').textContent = problem.message;
      drawState('reconnecting');
      await new Promise(done => setTimeout(done, pause));
    }
  }
  say(`${view.title}. ${view.status}`);
  byID('log').scrollTop = byID('log').scrollHeight;
  follow();
  const {phrases} = await get('/games').catch(() => ({phrases: {}}));
  byID('talk').draw(phrases ?? {}, talk);
}

function refuse(sentence) {
  byID('status').textContent = sentence;
  document.body.dataset.phase = 'missing';
  fill(byID('board'), make('p', {}, make('a', {class: 'button primary', href: '/'}, 'To the games')));
  show(dock, false);
}

picture.addEventListener('pick', ({detail}) => {
  if (detail.text !== undefined) return choose(detail.text);
  undo();
  complain('');
  note = `${detail.label}: you can’t play that now.`;
  complained = view.number;
  say(note);
  drawDock();
});
picture.addEventListener('type', ({detail}) => dock.type(`${detail.name} `));
dock.addEventListener('play', ({detail}) => play(detail.text));
dock.addEventListener('choose', ({detail}) => choose(detail.text));
dock.addEventListener('undo', undo);
document.addEventListener('keydown', event => event.key === 'Escape' && !byID('resign-dialog').open && undo());
byID('resign').addEventListener('click', resign);
byID('zoom').addEventListener('click', () => {
  const isLarge = byID('board').classList.toggle('large');
  byID('zoom').setAttribute('aria-pressed', String(isLarge));
  drawZoom();
});
byID('copy').addEventListener('click', async () => {
  byID('own-link').value = location.href;
  byID('copied').textContent = await handOn(view?.title ?? '', byID('own-link'));
});
bindQuickTaps(byID('quick-taps'));
onTheme(() => {
  if (!view) return;
  act(load);
  stream?.open();
});
addEventListener('resize', () => view && drawZoom());
setInterval(drawClock, 1000);
// No event is sent when the reservation of seats ends, so load the view again now and then.
setInterval(() => !document.hidden && view?.phase === 'waiting' && view.seats.some(seat => seat.kept) && load().catch(() => {}), 20_000);
byID('own-link').value = location.href;
begin();
