/** The beginning of a text, at most so many UTF-16 units: a character of two, such as an emoji, is never cut in half, because JSON of half of one is refused by the database. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
