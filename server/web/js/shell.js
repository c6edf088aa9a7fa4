// The part of every page that lets the browser store the shell: the pages, scripts and styles
// without any match. The page then opens at once, even offline.

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/worker.js').catch(() => {
    // The page also works if the shell isn't stored, but is loaded from the server each time.
  });
}
