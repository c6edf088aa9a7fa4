// The page that shows the content of a message. The payload of the message follows the # of the
// page's address, and browsers send that part of an address to no server. So the page itself sends
// the payload to the server, which checks and draws it. Nothing is stored.

import {ask, get} from './api.js';
import {byID, fill, make, show} from './dom.js';
import './picture.js';
import './shell.js';
import {say} from './speaker.js';
import {onTheme, theme} from './theme.js';

/** The game in this page's address; null if there is none. */
const here = /^\/([a-z][a-z0-9-]{0,39})$/.exec(location.pathname)?.[1] ?? null;
const longest = 20_000;
let asked = null;

async function look(message) {
  asked = message;
  byID('problem').textContent = '';
  byID('status').textContent = 'One moment …';
  try {
    const shown = await ask('/show', {...message, theme: theme()});
    if (asked !== message) return;
    draw(shown);
  } catch (problem) {
    if (asked !== message) return;
    byID('status').textContent = 'This message can’t be shown.';
    byID('problem').textContent = problem.message;
    show(byID('shown'), false);
  }
}

function draw(shown) {
  // If the message can't be read at all, the answer has no game.
  show(byID('shown'), Boolean(shown.game));
  if (shown.game) byID('title').textContent = shown.title || shown.game;
  document.title = `${byID('title').textContent} – Parlor`;
  byID('status').textContent = shown.caption || (!shown.words ? 'This message can’t be shown.'
    : shown.over ? 'The match is over.' : 'The match isn’t over yet.');
  byID('problem').textContent = shown.problem ?? '';
  byID('picture').draw(shown.svg ?? null, {label: `${shown.title}, the board`, isTouchable: false});
  show(byID('picture'), Boolean(shown.svg));
  byID('words').textContent = shown.words ?? '';
  byID('words-box').open = !shown.svg;
  show(byID('words-box'), Boolean(shown.words));
  byID('verified').textContent = shown.verified
    ? 'All its signatures and moves are valid.' : 'This server could not check the message, so don’t trust it yet.';
  byID('verified').classList.toggle('bad', !shown.verified);
  fill(byID('seats'), (shown.seats ?? []).map((called, index) => make(
    'li', {class: 'player', 'data-seat': index + 1}, make('span', {class: 'chip', 'aria-hidden': 'true'}, String(index + 1)),
    make('span', {class: 'name'}, called))));
  show(byID('seats-box'), (shown.seats ?? []).length > 0);
  show(byID('play-here'), shown.installed);
  byID('play-here').href = `/?game=${encodeURIComponent(shown.game)}`;
  byID('play-here').textContent = `Play ${shown.title || shown.game} here`;
  show(byID('not-here'), !shown.installed);
  byID('command').value = `parlor show '${location.hash.length > 1 ? location.href : asked.url ?? ''}'`;
  say(byID('status').textContent);
}

function fromAddress() {
  const payload = location.hash.slice(1);
  show(byID('paste'), payload.length === 0);
  if (payload.length === 0) {
    byID('status').textContent = 'Paste the link of a message here to see its match.';
    show(byID('shown'), false);
    if (here) tellOfGame();
    return;
  }
  if (payload.length > longest) {
    byID('status').textContent = 'This message can’t be shown.';
    byID('problem').textContent = 'The address is longer than any message of Parlor.';
    return;
  }
  look(here ? {payload, game: here} : {payload});
}

/** Shows the page for an address without a payload. The address may name a game. */
async function tellOfGame() {
  try {
    const {games} = await get('/games');
    const game = games.find(game => game.id === here);
    if (location.hash.length > 1) return;
    if (!game) byID('problem').textContent = `There is no page “${here}” here. If somebody sent you this link, its end may be missing.`;
    else byID('title').textContent = game.title;
  } catch {
    // Without the list of games, the page still shows its own text.
  }
}

byID('paste').addEventListener('submit', event => {
  event.preventDefault();
  const url = byID('url').value.trim();
  if (!url) return;
  look({url});
});
byID('copy').addEventListener('click', async () => {
  const field = byID('command');
  try {
    await navigator.clipboard.writeText(field.value);
    byID('copied').textContent = 'The command is copied.';
  } catch {
    field.select();
    byID('copied').textContent = 'Copy the selected command.';
  }
});
addEventListener('hashchange', fromAddress);
onTheme(() => asked && look({...asked}));
fromAddress();
