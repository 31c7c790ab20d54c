import { formatCountdown } from '#lib/text/format-duration.ts'

/** Opens the question of what leaves the cart as a dialog, if the page asks it; who keeps the cart goes on where they were. */
export function askBeforeLeaving(shown: HTMLElement): void {
  const dialog = shown.querySelector<HTMLDialogElement>('[data-leaving]')
  if (!dialog) return
  dialog.close()
  dialog.showModal()
  for (const held of dialog.querySelectorAll<HTMLElement>('[data-held-for]')) countDown(held, Number(held.dataset.heldFor))
  dialog.querySelector('[data-keep]')?.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.close()
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  })
}

/** How long seats are still held for, each second. @param seconds from the server, which alone ends it */
function countDown(shown: HTMLElement, seconds: number): void {
  const endsAt = Date.now() + seconds * 1000
  setInterval(() => (shown.textContent = formatCountdown(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))), 1000)
}
