import type { Page } from 'playwright'

/**
 * What cannot be read of a page as it stands: text that its own box cuts off or that sticks out of it, parts outside of the window, parts of a line over one
 * another, and a page that scrolls sideways.
 */
export async function clippedTexts(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(() => {
    const found: string[] = []
    const tell = (what: string, one: HTMLElement) => found.push(`${what} ${one.tagName}.${one.className}: ${one.innerText.slice(0, 30)}`)
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (sideways > 0) found.push(`the page scrolls sideways by ${String(sideways)} px`)
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      if (!one.checkVisibility() || one.closest('.vh, .skip, svg, .map-box, .poster, .map-layers') || one.clientWidth < 2) continue
      if (one.innerText.trim() === '') continue
      const { overflowX, overflowY, clipPath } = getComputedStyle(one)
      // For the ear alone.
      if (clipPath === 'inset(50%)') continue
      const [isWide, isHigh] = [one.scrollWidth > one.clientWidth + 1, one.scrollHeight > one.clientHeight + 1]
      // The perforation of a ticket is cut by its edge on purpose.
      const isPunched = one.matches('.ticket') && one.querySelector('.perf') !== null
      if (!isPunched && ((hides(overflowX) && isWide) || (hides(overflowY) && isHigh))) tell('cut:', one)
      const hasWords = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      if (hasWords && isWide && overflowX === 'visible') tell('sticks out:', one)
      const box = one.getBoundingClientRect()
      if (!one.matches('summary > *')) continue
      for (const other of one.parentElement?.children ?? []) {
        const { left, right, top, bottom } = other.getBoundingClientRect()
        const isOver = box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1
        if (other !== one && isOver) tell('over its neighbour:', one)
      }
    }
    return found
  })
}

/** Letters of twice the size, as whoever needs them sets it; nothing else grows. */
export async function inTwiceTheSize(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
}
