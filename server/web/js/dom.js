// Small helpers for the DOM. Every text becomes a text node, and is never parsed as HTML.

/** Returns the element with this id. */
export const byID = id => document.getElementById(id);

/**
 * Makes an element. Attributes that are `false`, `null` or `undefined` are left out. `true` becomes
 * an attribute without a value. A function becomes a listener for the event of its name.
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces the content of an element by these children. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
}

/** Shows or hides an element. */
export function show(element, isShown) {
  element.hidden = !isShown;
}

/** Returns a count with its noun: "1 seat", "3 seats". */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Shows the upper part of a loaded picture that is much higher than wide, large enough to be
 * recognised.
 */
export function fit({target}) {
  target.classList.toggle('tall', target.naturalHeight > 1.4 * target.naturalWidth);
}

/**
 * Returns the hour and minute of an ISO 8601 time in the person's own format, with the day if it
 * isn't today.
 */
export function clockTime(text) {
  const time = new Date(text);
  if (Number.isNaN(time.valueOf())) return '';
  const isToday = time.toDateString() === new Date().toDateString();
  const hour = time.toLocaleTimeString([], {hour: 'numeric', minute: '2-digit'});
  return isToday ? hour : `${time.toLocaleDateString([], {day: 'numeric', month: 'short'})}, ${hour}`;
}
