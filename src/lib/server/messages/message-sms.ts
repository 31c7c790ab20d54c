/** UTF-16 units in a two-part SMS with non-Latin letters; each part is charged separately. */
const TWO_PARTS = 134
/** Minimum length of a shortened name. */
const SHORTEST = 8

/**
 * Shortens the name so that the SMS has at most two parts, as far as possible.
 * @param say the text with the name in it
 */
export function fitSms(name: string, say: (name: string) => string): string {
  const room = TWO_PARTS - (say(name).length - name.length)
  return say(shorten(name, Math.max(room, SHORTEST)))
}

/** Shortens to at most `most` UTF-16 units, whole characters only, with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ''
  for (const sign of text) {
    if (kept.length + sign.length > most - 1) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}
