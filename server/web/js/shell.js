// What every page does: it lets the browser keep the shell, so that the page opens at once, and offline.

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/worker.js').catch(() => {
    // Without it the page works as well; it only has to be loaded anew each time.
  });
}
