/** Says that the state of seats or places may have changed, after the change is committed. */
export function tellSeatsChanged(_presentationId: number, _seatIds: readonly number[]): void {
  return
}
