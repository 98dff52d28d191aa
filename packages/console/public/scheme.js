// Runs before the first paint so that a dark page never flashes white. Kept in a file of its own because
// the page allows no inline scripts.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('hermes.scheme');
  } catch {
    // Storage may be blocked; the system's preference serves.
  }
  const dark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
