/** Opens the question of what leaves the cart as a dialog, if the page asks it; who keeps the cart goes on where they were. */
export function askBeforeLeaving(shown: HTMLElement): void {
  const dialog = shown.querySelector<HTMLDialogElement>('[data-leaving]')
  if (!dialog) return
  dialog.close()
  dialog.showModal()
  dialog.querySelector('[data-keep]')?.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.close()
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  })
}
