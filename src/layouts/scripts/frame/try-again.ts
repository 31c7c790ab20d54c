/** At most so long from one question to the next. */
const MOST_SECONDS = 60

const first = Number(document.querySelector<HTMLElement>('[data-again]')?.dataset.again)

/** Asks whether the page can be shown by now, ever more rarely, and shows it once it can. */
function tryAgainIn(seconds: number): void {
  setTimeout(() => {
    void isThere().then((is) => {
      if (is) location.reload()
      else tryAgainIn(Math.min(MOST_SECONDS, seconds * 2))
    })
  }, seconds * 1000)
}

async function isThere(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' })
    return status !== 429 && status < 500
  } catch {
    return false
  }
}

if (first > 0) tryAgainIn(first)
