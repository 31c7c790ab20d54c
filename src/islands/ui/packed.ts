/**
 * What an island is given as one text. Astro wraps every value of a property and escapes every quotation mark, which makes large ones two to four times as long;
 * here quotation marks and backticks change places, since what is shown has hardly any backticks.
 */
export function pack(given: unknown): string {
  return swapped(JSON.stringify(given))
}

export function unpack(packed: string): unknown {
  return JSON.parse(swapped(packed))
}

function swapped(text: string): string {
  return text.replace(/["`]/g, (sign) => (sign === '"' ? '`' : '"'))
}
