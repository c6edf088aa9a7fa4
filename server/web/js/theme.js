// Light, dark or of high contrast, as the person's device says. Pictures are drawn by the server, so it has to know.

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');

/** The word for the server's `theme`. */
export function theme() {
  if (contrast.matches && !dark.matches) return 'contrast';
  return dark.matches ? 'dark' : 'light';
}

/** Calls when the theme has become another one. */
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
