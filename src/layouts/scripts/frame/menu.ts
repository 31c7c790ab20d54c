/** The menu of narrow screens: toggles the site’s navigation; Escape closes it and restores the focus. */
const button = document.querySelector<HTMLButtonElement>('[data-menu]')
const siteNav = document.getElementById('site-nav')

function setOpen(open: boolean): void {
  button?.setAttribute('aria-expanded', String(open))
  siteNav?.classList.toggle('open', open)
}

button?.addEventListener('click', () => {
  setOpen(button.getAttribute('aria-expanded') !== 'true')
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || button?.getAttribute('aria-expanded') !== 'true') return
  setOpen(false)
  button.focus()
})

export {}
