// How this browser takes taps.

import {quick} from './kept.js';

/** Binds the box that says whether a tap is sent at once. */
export function bindQuickTaps(box) {
  box.checked = quick.get();
  box.addEventListener('change', () => quick.set(box.checked));
}
