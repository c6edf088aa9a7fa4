// The theme of the person's device: light, dark or high contrast. The server draws the pictures, so
// requests tell it the theme.

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');

/** Returns the current theme as the server names it. */
export function theme() {
  if (contrast.matches && !dark.matches) return 'contrast';
  return dark.matches ? 'dark' : 'light';
}

/** Calls `call` whenever the theme has changed. */
export function onTheme(call) {
  let last = theme();
  const look = () => {
    if (theme() === last) return;
    last = theme();
    call(last);
  };
  dark.addEventListener('change', look);
  contrast.addEventListener('change', look);
}
