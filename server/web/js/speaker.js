// The one live region of a page: what happens is said in it, politely, one sentence after the other.

const region = document.getElementById('said');
let waiting = [];
let isScheduled = false;

/** Has screen readers say a sentence. What is said in one go is put together, so that nothing is cut off by what follows. */
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
