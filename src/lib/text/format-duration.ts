import type { Locale } from './locales.ts'

/** 09:42 */
export function formatCountdown(secondsLeft: number): string {
  const minutes = Math.floor(secondsLeft / 60)
  return `${String(minutes).padStart(2, '0')}:${String(secondsLeft % 60).padStart(2, '0')}`
}

/** A remaining time in words: "5 דקות ו-12 שניות". Omits zero seconds, and minutes below one. */
export function formatDuration(seconds: number, locale: Locale): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)]
  const parts = [
    ...(minutes > 0 ? [inWords(minutes, 'minute', locale)] : []),
    ...(rest > 0 || minutes === 0 ? [inWords(rest, 'second', locale)] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(parts)
}

function inWords(count: number, unit: 'minute' | 'second', locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' }).format(count)
}
