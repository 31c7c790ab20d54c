/** The digits of a typed card number; spaces and hyphens between groups are allowed. */
export function cardDigits(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** Whether the digits' Luhn sum is a multiple of ten, as in every card number. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + luhnValue(Number(digit), place), 0)
  return sum % 10 === 0
}

/** Every second digit from the right is doubled; a product above 9 counts as the sum of its digits. */
function luhnValue(digit: number, place: number): number {
  if (place % 2 === 0) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}
