// Requests to the server: bodies and answers are JSON, and errors have a sentence for people. A
// request that changes something is repeated until the server has confirmed or refused it.

/** The time for which a change is retried while the network fails, in milliseconds. */
const longestTrying = 20_000;

/** An error, with a sentence for people. */
export class Problem extends Error {
  constructor(message, code = 'unavailable', status = 0, wait = null) {
    super(message);
    this.code = code;
    this.status = status;
    /** The seconds that the server asks to wait. */
    this.wait = wait;
  }
}

const sentences = {
  413: 'That is too long for the server.',
  429: 'Too many requests at once. Please wait a moment.',
  502: 'The server doesn’t answer just now.',
  503: 'The server is busy or about to restart.',
  504: 'The server doesn’t answer just now.',
};

async function answer(path, request) {
  let response;
  try {
    response = await fetch(path, {credentials: 'same-origin', ...request});
  } catch {
    throw new Problem('The server can’t be reached. Is there a connection?', 'unreachable');
  }
  let body = null;
  try {
    body = await response.json();
  } catch {
    if (response.ok) throw new Problem('The server’s answer was cut off.', 'unreachable');
  }
  if (response.ok) return body;
  const message = body?.error?.message ?? sentences[response.status] ?? `The server answered with an error (${response.status}).`;
  const wait = Number(response.headers.get('retry-after')) || null;
  throw new Problem(String(message), String(body?.error?.code ?? 'unavailable'), response.status, wait);
}

/** Returns the current content of a path. */
export function get(path) {
  return answer(path, {headers: {accept: 'application/json'}, cache: 'no-store'});
}

/** Returns the server's answer to a request that changes nothing on the server. */
export function ask(path, body) {
  return answer(path, posted(body));
}

function posted(body) {
  return {
    method: 'POST', headers: {'content-type': 'application/json', accept: 'application/json'}, body: JSON.stringify(body),
  };
}

/** Returns a new random text. It identifies one action of a person, over all retries. */
export function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/**
 * Asks for a change. If the network or the server fails, sends the same request again. The nonce
 * stays the same, so the server makes the change at most once. The pauses between the attempts are
 * half a second, a second, two seconds and so on, for at most twenty seconds in all.
 *
 * `waiting` runs each time before a retry.
 */
export async function post(path, body = {}, {waiting = () => {}} = {}) {
  const request = posted({nonce: nonce(), ...body});
  const end = Date.now() + longestTrying;
  for (let next = 500; ; next = Math.min(next * 2, 3000)) {
    try {
      return await answer(path, request);
    } catch (problem) {
      const isPassing = problem.code === 'unreachable' || [429, 502, 503, 504].includes(problem.status);
      const delay = Math.max(next, (problem.wait ?? 0) * 1000);
      if (!isPassing || Date.now() + delay > end) throw problem;
      waiting(problem);
      await pause(delay);
    }
  }
}
