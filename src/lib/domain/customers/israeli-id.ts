const LENGTH = 9

/**
 * Normalises an Israeli ID number to nine digits with leading zeros.
 * @returns undefined if the text is not an ID number or its check digit is wrong
 */
export function normaliseIsraeliId(text: string): string | undefined {
  const digits = text.replace(/[\s\p{Pd}\p{Cf}]/gu, '')
  if (!/^\d{1,9}$/.test(digits)) return undefined
  const padded = digits.padStart(LENGTH, '0')
  return Number(padded) !== 0 && checkSum(padded) % 10 === 0 ? padded : undefined
}

export function isIsraeliId(text: string): boolean {
  return normaliseIsraeliId(text) !== undefined
}

/** Weights alternate 1, 2, 1, 2 …; a product above 9 counts as the sum of its digits. */
function checkSum(digits: string): number {
  return [...digits].reduce((sum, digit, place) => sum + digitSum(Number(digit) * (place % 2 === 0 ? 1 : 2)), 0)
}

function digitSum(product: number): number {
  return product > 9 ? product - 9 : product
}
