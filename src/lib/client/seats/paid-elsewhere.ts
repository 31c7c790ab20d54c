/** How often is asked while a form is open, in milliseconds: whoever pays in a wallet's own app may never come back to it. */
const ASK_EVERY = 10_000

/** The reservation that another tab has made of the same seats: the server leads from the checkout to it. */
export async function boughtElsewhere(): Promise<string | null> {
  try {
    const { url } = await fetch('/booking/checkout')
    return /\/cart\/([\w-]+)$/.exec(new URL(url).pathname)?.[1] ?? null
  } catch {
    return null
  }
}

/** Asks now and then, and when the visitor comes back to this page, whether an order has been made of its seats. @returns a function that stops it */
export function followBought(tell: (reservationIdentifier: string) => void): () => void {
  let isOver = false
  const ask = async (): Promise<void> => {
    if (document.hidden) return
    const reservation = await boughtElsewhere()
    if (reservation !== null && !isOver) tell(reservation)
  }
  const askNow = (): void => void ask()
  const timer = setInterval(askNow, ASK_EVERY)
  document.addEventListener('visibilitychange', askNow)
  return () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', askNow)
  }
}
