// The events of a match. The browser asks again by itself where a stream ends, and says which entry it knows; where it has given up,
// a new stream is opened here.

const longestPause = 8000;
// A browser opens six connections to a site without HTTP/2. A page that nobody sees lets go of its stream, and looks now and then.
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
   * `path` tells where the stream is now (the theme and the entries that are known change it). `listeners`: `entry` and `view` with
   * what the events hold, `state` with "connecting", "connected" or "reconnecting".
   */
  constructor(path, listeners) {
    this.#path = path;
    this.#listeners = listeners;
    this.#listeners.state('connecting');
    this.open();
    // A phone that slept may hold a stream that is dead without knowing it.
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
        // what is new comes with the first view: that was a look
        if (kind === 'view' && document.hidden) this.#rest();
      });
    }
    // The server stops: another one, or the same, is there in a moment.
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
