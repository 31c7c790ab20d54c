import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { settings } from '#lib/server/settings.ts'

/** The look that all mails share. Mail programs read styles from the elements only, and tables are what all of them lay out alike. */
const FONT = "font-family:Heebo,Arial,'Arial Hebrew',sans-serif"
export const SERIF = "font-family:'Frank Ruhl Libre','David Libre','Times New Roman',serif"
const INK = '#15111B'
export const QUIET = '#665E72'

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}

/**
 * A whole mail: the black head with the brand, the rows, the box office's number.
 * @param rows table rows as HTML, each made by `row` or of the same kind.
 */
export function frameHtml(locale: Locale, subject: string, rows: readonly string[]): string {
  const direction = directionOf(locale)
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body dir="${direction}" style="margin:0;padding:0;background:#F4F2F7;${FONT};color:${INK}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF;border-radius:18px;overflow:hidden">
<tr><td style="background:#120D18;color:#FFFFFF;padding:24px 28px;${SERIF};font-size:24px;font-weight:900;text-align:start">${escapeHtml(settings().brand.name)}</td></tr>
${rows.join('\n')}
<tr><td style="padding:18px 28px;background:#F4F2F7;font-size:14px;color:${QUIET};text-align:start">${helpHtml(textOf(locale))}</td></tr>
</table></td></tr></table></body></html>`
}

/** @param inner HTML */
export function row(inner: string, padding = '8px 28px'): string {
  return `<tr><td style="padding:${padding};text-align:start">${inner}</td></tr>`
}

export function paragraph(text: string, size = 16): string {
  return `<p style="margin:0;font-size:${String(size)}px;line-height:1.5">${escapeHtml(text)}</p>`
}

export function buttonHtml(label: string, link: string): string {
  const accent = settings().brand.accent ?? '#6C1AA6'
  return `<a href="${escapeHtml(link)}" style="display:inline-block;background:${accent};color:#FFFFFF;text-decoration:none;font-weight:700;font-size:17px;padding:15px 28px;border-radius:12px">${escapeHtml(label)}</a>`
}

/** Names and values below each other; the values are numbers and codes, which stay left to right. */
export function factsTable(facts: readonly (readonly [string, string])[]): string {
  const cells = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:8px 0;border-top:1px solid #DDD8E5;color:${QUIET};text-align:start">${escapeHtml(label)}</td><td style="padding:8px 0;border-top:1px solid #DDD8E5;font-weight:700;text-align:end"><bdi dir="ltr">${escapeHtml(value)}</bdi></td></tr>`,
  )
  return row(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:16px">${cells.join('')}</table>`,
    '8px 28px 16px',
  )
}

function helpHtml(t: Translate): string {
  const phone = settings().boxOfficePhone
  const [before = '', after = ''] = t('messages.help', { phone: '\u0000' }).split('\u0000')
  return `${escapeHtml(before)}<bdi dir="ltr">${escapeHtml(phone)}</bdi>${escapeHtml(after)}`
}
