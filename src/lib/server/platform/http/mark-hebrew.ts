import { hasHebrew, hebrewRuns } from '#lib/text/hebrew-runs.ts'
import type { Locale } from '#lib/text/locales.ts'

/**
 * Names of shows, halls and tickets are in Hebrew, whatever the language of the page: in a page of another one each run of Hebrew is marked as such, so that a
 * reader of the screen says it in Hebrew and its full stops and numbers stay on its own side. It is done to the finished page, where no template can forget it.
 * What a browser takes over (islands) marks its own, but for what the page puts into it; what cannot hold an element (titles, options) is left.
 */

/** Whole elements that are left as they are, then tags and comments. */
const LEFT =
  /<(script|style|title|textarea|option|svg|astro-island|bdi(?=[^>]*\s(?:lang|dir)=))\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<[^>]*>/gi
/** What a page puts into an island: the browser takes it over as it stands. */
const SLOTS = /(<astro-slot\b[^>]*>)([\s\S]*?)(?=<\/astro-slot>)/g

/** The page with its Hebrew marked. */
export function markHebrew(html: string): string {
  if (!hasHebrew(html)) return html
  const parts: string[] = []
  let at = 0
  for (const { 0: kept, 1: tag, index } of html.matchAll(LEFT)) {
    const isIsland = tag?.toLowerCase() === 'astro-island'
    parts.push(
      marked(html.slice(at, index)),
      isIsland ? kept.replace(SLOTS, (_all, slot: string, inside: string) => slot + markHebrew(inside)) : kept,
    )
    at = index + kept.length
  }
  return [...parts, marked(html.slice(at))].join('')
}

function marked(text: string): string {
  if (!hasHebrew(text)) return text
  return hebrewRuns(text)
    .map((piece, at) => (at % 2 === 1 ? `<bdi lang="he" dir="rtl">${piece}</bdi>` : piece))
    .join('')
}

/** An answer in a language; a page that is not in Hebrew gets its Hebrew marked. */
export async function withHebrewMarked(answer: Response, locale: Locale): Promise<Response> {
  if (locale === 'he' || !answer.headers.get('Content-Type')?.startsWith('text/html')) return answer
  return new Response(markHebrew(await answer.text()), answer)
}
