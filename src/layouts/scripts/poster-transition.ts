/** Names the poster of the link that is followed, so that a browser with view transitions lets it grow into the feature's page. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="/booking/features/"]') : null
  const poster = link?.closest('.ev-row, .feature-card, .fan a')?.querySelector<HTMLElement>('.poster')
  if (poster) poster.style.setProperty('view-transition-name', 'poster')
})

/** Coming back by the browser's cache, nothing is named twice. */
addEventListener('pageshow', () => {
  for (const poster of document.querySelectorAll<HTMLElement>('.poster')) poster.style.removeProperty('view-transition-name')
})

export {}
