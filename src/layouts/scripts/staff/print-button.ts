/** The button that prints a page is there where a script can print. */
const button = document.querySelector<HTMLElement>('[data-print]')
button?.removeAttribute('hidden')
button?.addEventListener('click', () => {
  print()
})
