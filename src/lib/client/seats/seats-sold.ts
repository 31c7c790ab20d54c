/** What a commit leaves behind for the other pages of the visitor: also for one that is fetched back from the browser's memory. */
const STORAGE_KEY = 'sold'

export function tellSold(presentationIds: readonly number[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ presentationIds, at: Date.now() }))
  } catch {
    // A browser without storage: the server tells what has become of the seats.
  }
}

/**
 * Calls `onSold` where a commit elsewhere has sold seats of a presentation since this page came to life, and `onReturn` when the page is fetched back.
 */
export function followSales(onSold: (presentationIds: readonly number[]) => void, onReturn: () => void): void {
  let since = Date.now()
  const look = () => {
    const sold = lastSale()
    if (!sold || sold.at <= since) return
    since = sold.at
    onSold(sold.presentationIds)
  }
  addEventListener('storage', look)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    look()
    onReturn()
  })
}

function lastSale(): { readonly presentationIds: readonly number[]; readonly at: number } | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as ReturnType<typeof lastSale>
  } catch {
    return null
  }
}
