// The data that this browser stores: the name that was typed last, whether a tap is sent at once,
// and the matches that were seen. Seats aren't part of it, because seats are cookies that no script
// can read.

const mostMatches = 40;

function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`parlor.${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(`parlor.${key}`, JSON.stringify(value));
  } catch {
    // The page also works in a browser that stores nothing.
  }
}

export const name = {
  get: () => String(read('name', '')),
  set: text => write('name', text),
};

/** Whether a tap is sent at once, without confirmation. */
export const quick = {
  get: () => read('quick', false) === true,
  set: isQuick => write('quick', isQuick),
};

/** Returns the matches of this browser, the newest first: `{id, title, seat}`. */
export function matches() {
  const kept = read('matches', []);
  return Array.isArray(kept) ? kept.filter(match => typeof match?.id === 'string' && /^[a-z2-7]{20}$/.test(match.id)) : [];
}

/** Stores a match in its current state. */
export function keep(match) {
  const others = matches().filter(other => other.id !== match.id);
  write('matches', [match, ...others].slice(0, mostMatches));
}

/** Forgets a match. */
export function forget(id) {
  write('matches', matches().filter(match => match.id !== id));
}
