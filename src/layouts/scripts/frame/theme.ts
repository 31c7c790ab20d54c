/** Switches light and dark. The choice is a cookie, so that the server renders the next page in it. */
const YEAR = 60 * 60 * 24 * 365

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}

for (const toggle of document.querySelectorAll('[data-theme-toggle]')) {
  toggle.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    document.cookie = `theme=${theme}; path=/; max-age=${String(YEAR)}; samesite=lax`
  })
}

export {}
