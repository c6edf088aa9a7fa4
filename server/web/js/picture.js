// The picture of a match. Playable parts can be tapped, and reached with the keyboard.

const svg = 'http://www.w3.org/2000/svg';
const elements = new Set([
  'svg', 'title', 'desc', 'g', 'rect', 'circle', 'line', 'polyline', 'polygon', 'path', 'text', 'image',
]);
/** If a picture has at most this number of buttons, those that are far down are offered in the dock, too. */
const mostRepeated = 6;
const arrows = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

/**
 * Returns the server's drawing as an element of this page; null if the text isn't a drawing.
 * Removes everything that could run a script or load something.
 */
function parsed(source) {
  // A document of the parser runs and loads nothing, so remove these parts before the import.
  const picture = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  if (picture.namespaceURI !== svg || picture.localName !== 'svg') return null;
  for (const element of [picture, ...picture.querySelectorAll('*')]) {
    if (element.namespaceURI !== svg || !elements.has(element.localName)) element.remove();
    for (const {name, value} of [...element.attributes]) {
      const isLink = name === 'href' || name.endsWith(':href');
      if (name.startsWith('on') || name === 'style' || (isLink && !value.startsWith('data:image/'))) element.removeAttribute(name);
    }
  }
  // Browsers show a title as a hint at the pointer, so the picture's name is its label instead.
  for (const element of picture.querySelectorAll(':scope > title, :scope > desc')) element.remove();
  return document.importNode(picture, true);
}

/**
 * `<parlor-picture>`. Events:
 *
 * - `pick`: `detail.text` is the move that was tapped. If the tapped part plays no move,
 *   `detail.label` is the name of the part.
 * - `type`: `detail.name` is the move whose argument the player should type.
 */
export class ParlorPicture extends HTMLElement {
  #source = null;
  #chosen = null;
  #isTouchable = false;

  connectedCallback() {
    this.addEventListener('click', event => this.#tapped(event.target));
    this.addEventListener('keydown', event => this.#pressed(event));
    this.addEventListener('focusin', event => this.#ring(event.target, 'focus'));
    this.addEventListener('focusout', () => this.#unring('focus'));
  }

  /** The texts of the moves that can be tapped. */
  get plays() {
    return new Set([...this.querySelectorAll('[data-play]')].map(node => node.dataset.play));
  }

  /**
   * The moves whose buttons are further down than the screen shows, with their labels; none if
   * there are many buttons.
   */
  get farDown() {
    const buttons = [...this.querySelectorAll('[role=button][data-play]')];
    const far = buttons.length > mostRepeated ? [] : buttons.filter(
      node => node.getBoundingClientRect().bottom + scrollY > innerHeight - 130);
    return new Map(far.map(node => [node.dataset.play, node.getAttribute('aria-label')]));
  }

  /** The width of the narrowest part that can be tapped, in pixels of the screen. */
  get narrowest() {
    const widths = [...this.querySelectorAll('[data-play]')].map(node => node.getBoundingClientRect().width);
    return widths.length ? Math.min(...widths) : Infinity;
  }

  /**
   * Shows a drawing; nothing if `source` is null.
   *
   * `label` is the name of the drawing, `isTouchable` is whether the player can tap it, and `typed`
   * has the names of the moves whose argument is typed.
   */
  draw(source, {label, isTouchable, typed = []}) {
    if (source !== this.#source) {
      const place = this.#place();
      const picture = source && parsed(source);
      this.#source = source;
      this.replaceChildren(...(picture ? [picture] : []));
      picture?.setAttribute('aria-label', label);
      // A picture that is much higher than wide gets a readable width, and the page is scrolled.
      const {width, height} = picture?.viewBox.baseVal ?? {width: 1, height: 1};
      this.classList.toggle('tall', height > 1.5 * width);
      if (picture && !isTouchable) picture.setAttribute('role', picture.querySelector('[role=grid]') ? 'group' : 'img');
      this.#chosen = null;
      this.#prepare(isTouchable);
      if (place) this.#goBack(place);
    } else if (isTouchable !== this.#isTouchable) {
      this.#prepare(isTouchable);
    }
    this.#isTouchable = isTouchable;
    this.#prepareInputs(isTouchable ? typed : []);
  }

  /** Marks the part that plays this move as chosen; null marks nothing. */
  choose(text) {
    this.#chosen = text;
    this.#unring('chosen');
    for (const node of this.querySelectorAll('[data-play]')) {
      const isChosen = node.dataset.play === text;
      if (node.getAttribute('role') === 'gridcell') node.setAttribute('aria-selected', String(isChosen));
      else if (node.getAttribute('role') === 'button') node.setAttribute('aria-pressed', String(isChosen));
      if (isChosen) this.#ring(node, 'chosen');
    }
  }

  // Keyboard

  /** Lets the Tab key reach one cell of each board, and every button; arrow keys move within a board. */
  #prepare(isTouchable) {
    for (const grid of this.querySelectorAll('[role=grid]')) {
      const cells = [...grid.querySelectorAll('[role=gridcell]')];
      for (const cell of cells) cell.setAttribute('tabindex', '-1');
      const first = cells.find(cell => cell.dataset.play !== undefined) ?? cells[0];
      first?.setAttribute('tabindex', '0');
    }
    for (const button of this.querySelectorAll('[role=button][data-play]')) {
      if (isTouchable) button.setAttribute('tabindex', '0');
      else button.removeAttribute('tabindex');
    }
  }

  #prepareInputs(typed) {
    for (const node of this.querySelectorAll('[data-input]')) {
      const isOpen = typed.includes(node.dataset.input);
      for (const [name, value] of [['role', 'button'], ['tabindex', '0'], ['aria-label', `Type: ${node.dataset.input}`]]) {
        if (isOpen) node.setAttribute(name, value);
        else node.removeAttribute(name);
      }
    }
  }

  /** Returns the place of the focus in the picture, so that it can be found in the next one. */
  #place() {
    const node = document.activeElement;
    if (!node || node === this || !this.contains(node)) return null;
    const grids = [...this.querySelectorAll('[role=grid]')];
    return {
      grid: grids.findIndex(grid => grid.contains(node)), cell: node.dataset.cell, play: node.dataset.play,
    };
  }

  #goBack({grid, cell, play}) {
    const cells = this.querySelectorAll('[role=grid]')[grid]?.querySelectorAll('[role=gridcell]') ?? [];
    const node = [...cells].find(other => other.dataset.cell === cell)
      ?? [...this.querySelectorAll('[role=button][data-play]')].find(other => other.dataset.play === play)
      ?? this.querySelector('[tabindex="0"]');
    if (node) {
      this.#focus(node);
    } else {
      this.setAttribute('tabindex', '-1');
      this.focus();
    }
  }

  #focus(node) {
    for (const cell of node.closest('[role=grid]')?.querySelectorAll('[tabindex="0"]') ?? []) cell.setAttribute('tabindex', '-1');
    node.setAttribute('tabindex', '0');
    node.focus();
  }

  #pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const node = event.target.closest('[data-cell], [data-play], [data-input]');
    if (!node) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#tapped(node);
      return;
    }
    const grid = node.closest('[role=grid]');
    if (!grid) return;
    const rows = [...grid.querySelectorAll('[role=row]')].map(row => [...row.querySelectorAll('[role=gridcell]')]);
    const row = rows.findIndex(cells => cells.includes(node));
    const column = rows[row].indexOf(node);
    let next;
    if (arrows[event.key]) next = rows[row + arrows[event.key][0]]?.[column + arrows[event.key][1]];
    else if (event.key === 'Home') next = rows[row][0];
    else if (event.key === 'End') next = rows[row].at(-1);
    else if (event.key === 'PageUp') next = rows[0][column];
    else if (event.key === 'PageDown') next = rows.at(-1)[column];
    else return;
    event.preventDefault();
    if (next) this.#focus(next);
  }

  // Taps

  #tapped(target) {
    if (!this.#isTouchable) return;
    const node = target.closest('[data-play], [data-input], [data-cell]');
    if (!node || !this.contains(node)) return;
    if (node.dataset.play !== undefined) this.#tell('pick', {text: node.dataset.play});
    else if (node.dataset.input !== undefined) this.#tell('type', {name: node.dataset.input});
    else this.#tell('pick', {label: node.getAttribute('aria-label')});
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  // Rings around the chosen node and around the focused node. They are drawn as parts of the
  // picture, because browsers draw the outlines of such nodes differently.

  #ring(node, kind) {
    if (kind === 'focus') this.#unring(kind);
    if (typeof node.getBBox !== 'function' || node.localName === 'svg') return;
    const box = node.getBBox();
    const ring = document.createElementNS(svg, 'rect');
    const inset = node.dataset.cell === undefined ? -2 : 1.5;
    ring.setAttribute('class', `ring ${kind}`);
    ring.setAttribute('x', box.x + inset);
    ring.setAttribute('y', box.y + inset);
    ring.setAttribute('width', Math.max(0, box.width - 2 * inset));
    ring.setAttribute('height', Math.max(0, box.height - 2 * inset));
    ring.setAttribute('rx', 6);
    node.append(ring);
  }

  #unring(kind) {
    for (const ring of this.querySelectorAll(`.ring.${kind}`)) ring.remove();
  }
}

customElements.define('parlor-picture', ParlorPicture);
