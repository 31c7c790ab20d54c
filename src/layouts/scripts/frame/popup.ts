/** Small panels opened by `details[data-popup]`: a click elsewhere closes them, and so does Escape, which restores the focus. */
function openPopups(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>('details[data-popup][open]')]
}

document.addEventListener('click', (event) => {
  for (const popup of openPopups()) if (event.target instanceof Node && !popup.contains(event.target)) popup.open = false
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  for (const popup of openPopups()) {
    popup.open = false
    popup.querySelector('summary')?.focus()
  }
})

export {}
