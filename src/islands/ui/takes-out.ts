/** Of a button that takes out the line it stands in: the focus goes to the next button of its kind, to the one before it, or else to the heading. */
export const takesOut = (kind: string) => ({ ref: handOn, 'data-out': kind })

function handOn(button: HTMLButtonElement): () => void {
  return () => {
    if (document.activeElement !== button) return
    const all = [...document.querySelectorAll<HTMLElement>(`[data-out=${button.dataset.out ?? ''}]`)]
    const heading = button.closest('aside')?.querySelector('h2') ?? document.querySelector('h1')
    if (heading) heading.tabIndex = -1
    const at = all.indexOf(button)
    const others = [...all.slice(at + 1), ...all.slice(0, at).reverse(), heading]
    // Not before all that goes has gone.
    queueMicrotask(() => others.find((one) => one?.checkVisibility())?.focus())
  }
}
