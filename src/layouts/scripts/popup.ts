/** Small panels that are opened by a `details[data-popup]`: a press elsewhere closes them, Escape too, giving the focus back. */
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
