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

/** Longest name of a mini-site. */
const SITE_NAME = 24

/**
 * Says by whom an SMS is, with the mini-site that its order was begun in behind the brand where two parts have room for it.
 * @param site its name; undefined: none @param say the text by whom it is
 */
export function sentBy(brand: string, site: string | undefined, say: (sender: string) => string): string {
  const named = site === undefined ? undefined : say(`${brand}, ${shorten(site, SITE_NAME)}`)
  return named !== undefined && named.length <= TWO_PARTS ? named : say(brand)
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
