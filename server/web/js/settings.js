// The setting for taps in this browser.

import {quick} from './kept.js';

/** Connects a checkbox to the setting of whether a tap is sent at once. */
export function bindQuickTaps(box) {
  box.checked = quick.get();
  box.addEventListener('change', () => quick.set(box.checked));
}
