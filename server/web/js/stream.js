// The events of a match. When a stream ends, the browser reconnects by itself, and sends the number
// of the last entry that it knows. If the browser has given up, this class opens a new stream.

const longestPause = 8000;
// Without HTTP/2 a browser opens only six connections to a site. A hidden page therefore closes its
// stream, and opens it only now and then to get what is new.
const heldWhileHidden = 3000;
const looksWhileHidden = 20_000;

export class Stream {
  #path;
  #listeners;
  #source = null;
  #timer = null;
  #pause = 500;
  #lastSeen = Date.now();

  /**
   * `path` returns the current address of the stream, which depends on the theme and on the last
   * entry that the page knows. `listeners` has three functions: `entry` and `view` get the content
   * of the events, and `state` gets "connecting", "connected" or "reconnecting".
   */
  constructor(path, listeners) {
    this.#path = path;
    this.#listeners = listeners;
    this.#listeners.state('connecting');
    this.open();
    // After a phone has slept, its stream may be dead without the browser having noticed.
    document.addEventListener('visibilitychange', () => {
      clearTimeout(this.#timer);
      if (document.hidden) this.#timer = setTimeout(() => this.#rest(), heldWhileHidden);
      else if (this.#source?.readyState !== EventSource.OPEN || Date.now() - this.#lastSeen > 60_000) this.open();
    });
    window.addEventListener('online', () => this.open());
    window.addEventListener('pagehide', () => this.close());
    window.addEventListener('pageshow', event => event.persisted && this.open());
  }

  open() {
    this.close();
    const source = new EventSource(this.#path());
    this.#source = source;
    source.onopen = () => {
      this.#pause = 500;
      this.#lastSeen = Date.now();
      this.#listeners.state('connected');
    };
    source.onerror = () => {
      this.#listeners.state('reconnecting');
      if (source.readyState === EventSource.CLOSED) this.#again();
    };
    for (const kind of ['entry', 'view']) {
      source.addEventListener(kind, event => {
        this.#lastSeen = Date.now();
        let told;
        try {
          told = JSON.parse(event.data);
        } catch {
          return;
        }
        this.#listeners[kind](told);
        // On a hidden page, close the stream after the first view, which contains everything new.
        if (kind === 'view' && document.hidden) this.#rest();
      });
    }
    // The server is stopping. It, or another server, will be reachable in a moment.
    source.addEventListener('gone', () => {
      this.#listeners.state('reconnecting');
      source.close();
      this.#again();
    });
  }

  #rest() {
    this.close();
    this.#timer = setTimeout(() => this.open(), looksWhileHidden);
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #again() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#pause + Math.random() * 300);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }
}
