/** A question that came open with its page keeps the focus, and Escape answers it as its way back does. */
const dialog = document.querySelector<HTMLDialogElement>('dialog[data-ask]')
if (dialog) {
  dialog.close()
  dialog.showModal()
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    dialog.querySelector<HTMLElement>('[data-back]')?.click()
  })
}
