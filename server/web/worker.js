// Caches the shell of the site: pages, scripts, styles, the icon. It never caches the data of a
// match, because the requests for that data aren't handled here and go to the server.

const shell = 'parlor-shell-1';
const pages = {lobby: '/', match: '/web/match.html', show: '/web/show.html'};
const files = [
  '/', '/web/match.html', '/web/show.html', '/web/style.css', '/web/icon.svg', '/manifest.webmanifest',
  '/web/js/api.js', '/web/js/dock.js', '/web/js/dom.js', '/web/js/ending.js', '/web/js/invite.js', '/web/js/kept.js',
  '/web/js/lobby.js', '/web/js/log.js', '/web/js/match.js', '/web/js/openmatch.js', '/web/js/picture.js', '/web/js/players.js',
  '/web/js/settings.js', '/web/js/shell.js', '/web/js/show.js', '/web/js/speaker.js', '/web/js/stream.js', '/web/js/talk.js',
  '/web/js/theme.js', '/web/js/view.js',
];

self.addEventListener('install', event => {
  event.waitUntil(caches.open(shell).then(cache => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  const old = caches.keys().then(keys => Promise.all(keys.filter(key => key !== shell).map(key => caches.delete(key))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

/** Returns the cached page for an address. All matches share one page without data of any match. */
function page(path) {
  if (path === '/') return pages.lobby;
  return path.startsWith('/m/') ? pages.match : pages.show;
}

/**
 * Returns the network's answer, so that a new version of the site is used at once. If the network
 * doesn't answer, returns the cached file.
 */
async function fresh(request, kept) {
  try {
    const response = await fetch(request);
    if (response.ok && new URL(request.url).pathname === kept && files.includes(kept)) (await caches.open(shell)).put(kept, response.clone());
    return response;
  } catch (error) {
    const found = await caches.match(kept);
    if (found) return found;
    throw error;
  }
}

self.addEventListener('fetch', event => {
  const {request} = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/web/') || url.pathname === '/manifest.webmanifest') {
    event.respondWith(fresh(request, url.pathname));
  } else if (request.mode === 'navigate' && /^\/(m\/[a-z2-7]{20}|[a-z][a-z0-9-]{0,39})?$/.test(url.pathname)) {
    event.respondWith(fresh(request, page(url.pathname)));
  }
});
