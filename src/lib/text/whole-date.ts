/** A date in figures, 24.11.2026. Apart from format-date.ts, which every page with a script loads. @param date YYYY-MM-DD */
export function formatDay(date: string): string {
  return date
    .split('-')
    .reverse()
    .map((part) => part.replace(/^0(?=\d)/, ''))
    .join('.')
}
