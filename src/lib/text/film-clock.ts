import type { Translate } from './translate.ts'

/** 01:09:42, of a place in a film. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return [whole / 3600, (whole / 60) % 60, whole % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
}

const clock = new Intl.DateTimeFormat('he', { timeZone: 'Asia/Jerusalem', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('he', { timeZone: 'Asia/Jerusalem', day: 'numeric', month: 'numeric' })

/** 20:30, of an instant; apart from format-date.ts, which other pages load. */
export function clockTime(instant: number): string {
  return clock.format(instant)
}

/** 23.11 */
export function clockDay(instant: number): string {
  return day.format(instant)
}

/** How long a window is, in words; days from three on if they are whole. */
export function windowText(t: Translate, hours: number): string {
  return hours > 72 && hours % 24 === 0 ? t('vod.days', { count: hours / 24 }) : t('vod.hours', { count: hours })
}

/** What is left of a window, in whole days above four, hours, or in its last hour minutes; never more than there is, but for the last minute. @param left ms */
export function leftText(t: Translate, left: number): string {
  const hours = Math.floor(left / 3_600_000)
  if (hours < 1) return t('vod.minutes', { count: Math.max(1, Math.floor(left / 60_000)) })
  return windowText(t, hours > 96 ? hours - (hours % 24) : hours)
}
