/** An Israeli number as a tel: address: 03-777-0140 becomes tel:+97237770140. Short and star numbers stay unchanged. */
export function phoneAddress(phone: string): string {
  const digits = phone.replace(/[^\d*+]/g, '')
  return `tel:${/^0\d{8,9}$/.test(digits) ? `+972${digits.slice(1)}` : digits}`
}
