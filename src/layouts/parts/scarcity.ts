/** Maximum number of free seats that counts as few: the number is then shown instead of a promise of choice. */
const FEW = 20

export function isScarce(available: number): boolean {
  return available <= FEW
}
