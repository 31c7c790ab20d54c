const EXPIRED_MARK = 'hold-expired'

/** Remembers for the next page of this tab that a hold ran out. */
export function markExpiry(): void {
  sessionStorage.setItem(EXPIRED_MARK, '1')
}

/** Whether this page was reached because a hold ran out; asked once. */
export function cameFromExpiry(): boolean {
  const came = sessionStorage.getItem(EXPIRED_MARK) !== null
  sessionStorage.removeItem(EXPIRED_MARK)
  return came
}
