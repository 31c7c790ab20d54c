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
