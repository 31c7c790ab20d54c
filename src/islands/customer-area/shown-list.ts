import { $reservations } from '#lib/client/customer/customer-area.ts'

/** Parts of the page that a cancellation changes. */
const CHANGED = ['reservations', 'vouchers']

/** What was cancelled goes from the list at once, and with it the line that leads to it; then the page is fetched anew, and what has changed is put in place. */
export async function showList(): Promise<void> {
  hideGone()
  const page = await fetchPage()
  if (!page) return
  for (const id of CHANGED) {
    const [before, after] = [document.getElementById(id), page.getElementById(id)]
    if (before && after) before.replaceWith(after)
  }
  showCounts(page)
}

async function fetchPage(): Promise<Document | undefined> {
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return answer.ok && page.getElementById('reservations') ? page : undefined
  } catch {
    return undefined
  }
}

function showCounts(page: Document): void {
  for (const part of document.querySelectorAll<HTMLElement>('#area-nav [data-part]')) {
    const now = page.querySelector(`#area-nav [data-part="${part.dataset.part ?? ''}"] .cnt`)
    part.querySelector('.cnt')?.remove()
    if (now) part.append(now)
  }
}

function hideGone(): void {
  const listed = new Set($reservations.get().map(({ ReservationIdentifier }) => ReservationIdentifier))
  for (const button of document.querySelectorAll<HTMLElement>('#reservations [data-cancel]')) {
    const id = button.dataset.cancel ?? ''
    if (listed.has(id)) continue
    button.closest('li')?.remove()
    document.querySelector(`#reservations [data-next="${id}"]`)?.remove()
  }
}
