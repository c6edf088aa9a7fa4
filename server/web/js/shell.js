// The part of every page that lets the browser store the shell. The page then opens at once, even
// offline.

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/worker.js').catch(() => {
    // The page also works without the shell; it only has to be loaded each time.
  });
}
