// The only live region of a page. It says politely what happens, one sentence after the other.

const region = document.getElementById('said');
let waiting = [];
let isScheduled = false;

/**
 * Lets screen readers say a sentence. Sentences of the same moment are joined, so that none cuts
 * off another.
 */
export function say(text) {
  if (!text || !region) return;
  if (waiting.at(-1) !== text) waiting.push(text);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    region.textContent = waiting.join(' ');
    waiting = [];
  }, 150);
}
