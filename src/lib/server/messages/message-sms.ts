/** Two parts of an SMS with letters beyond Latin ones hold so many UTF-16 units; a third costs a third time. */
const TWO_PARTS = 134
/** A name is never cut shorter than this. */
const SHORTEST = 8

/**
 * An SMS of two parts at most, as far as its name can be cut for that.
 * @param say the text with the name in it.
 */
export function fitSms(name: string, say: (name: string) => string): string {
  const room = TWO_PARTS - (say(name).length - name.length)
  return say(shorten(name, Math.max(room, SHORTEST)))
}

/** At most so many UTF-16 units, whole signs, with an ellipsis where something is missing. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ''
  for (const sign of text) {
    if (kept.length + sign.length > most - 1) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}
