// Runs before the first paint, so that no page flashes in the wrong theme. It is a file of its own
// because the content security policy forbids inline scripts. The application writes these keys.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('myriarch.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('myriarch.density') === 'compact') root.dataset.density = 'compact';
  } catch {
    // Storage can be forbidden; the theme of the system is fine then.
  }
})();
