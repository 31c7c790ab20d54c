/** Few are left from here on: then the number is said instead of a promise of choice. */
const FEW = 20

export function isScarce(available: number): boolean {
  return available <= FEW
}
