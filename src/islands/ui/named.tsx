import { useLocale } from './text.tsx'
import { hasHebrew, hebrewRuns } from '#lib/text/hebrew-runs.ts'

/** A name as the house wrote it: its Hebrew is marked where the page is in another language. */
export function Named({ children: text }: { readonly children: string }) {
  if (useLocale() === 'he' || !hasHebrew(text)) return text
  return hebrewRuns(text).map((piece, at) =>
    at % 2 === 1 ? (
      <bdi key={at} lang="he" dir="rtl">
        {piece}
      </bdi>
    ) : (
      piece
    ),
  )
}
