/** Numbers, times and amounts keep their order in a line from right to left: between isolates. */
export function ltr(text: string): string {
  return `\u2066${text}\u2069`
}
