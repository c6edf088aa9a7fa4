// The only live region of a page. Screen readers say its sentences politely, one after the other.

const region = document.getElementById('said');
let waiting = [];
let isScheduled = false;

/**
 * Lets screen readers say a sentence. Sentences of the same moment are joined, because otherwise a
 * later sentence would cut off an earlier one.
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
