import { formatCountdown, formatDuration } from '#lib/text/format-duration.ts'
import { useLocale } from './text.tsx'

/** A countdown for the eyes, 05:12, and in minutes and seconds for the ears. */
export function TimeLeft({ seconds, className }: { readonly seconds: number; readonly className?: string }) {
  const locale = useLocale()
  return (
    <>
      <bdi dir="ltr" aria-hidden="true" className={className}>
        {formatCountdown(seconds)}
      </bdi>
      <span className="vh">{formatDuration(seconds, locale)}</span>
    </>
  )
}
