import { directionOf, type Locale } from '#lib/text/locales.ts'
import { hasHebrew } from '#lib/text/hebrew-runs.ts'
import { mailColours } from './message-colours.ts'

/** The HTML parts of all mails. Styles are inline and tables do the layout, because only that works in all mail programs. */
export const SANS = "font-family:Heebo,Arial,'Arial Hebrew',sans-serif"
export const SERIF = "font-family:'Frank Ruhl Libre','David Libre','Times New Roman',serif"
/** Padding of the letter. */
export const EDGE = '24px'

/** Attributes of a layout table. */
export const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}

/** A catalogue text as HTML; isolate characters from `ltr` become elements, which more programs support. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replace(/\u2066([^\u2066\u2069]*)\u2069/g, '<bdi dir="ltr">$1</bdi>')
}

/** A name, in its own direction. */
export function nameHtml(name: string): string {
  return `<bdi${hasHebrew(name) ? ' lang="he" dir="rtl"' : ''}>${escapeHtml(name)}</bdi>`
}

/** A row of the letter. @param inner HTML */
export function row(inner: string, padding = `8px ${EDGE}`): string {
  const { card, ink } = mailColours().light
  return `<tr><td class="card ink" bgcolor="${card}" style="background-color:${card};color:${ink};padding:${padding};${SANS};font-size:16px;line-height:1.5">${inner}</td></tr>`
}

export function paragraph(text: string): string {
  const { ink } = mailColours().light
  return `<p class="ink" style="margin:0;${SANS};font-size:16px;line-height:1.5;color:${ink}">${inlineHtml(text)}</p>`
}

/** The name of a presentation. */
export function titleHtml(name: string): string {
  const { ink } = mailColours().light
  return `<h2 class="ink" style="margin:0;${SERIF};font-size:24px;line-height:1.2;font-weight:900;color:${ink}">${nameHtml(name)}</h2>`
}

/** A label above its value. */
export function labelled(label: string, value: string): string {
  const { ink, quiet } = mailColours().light
  return `<p class="quiet" style="margin:0;${SANS};font-size:14px;line-height:1.4;color:${quiet}">${escapeHtml(label)}</p>
<p class="ink" style="margin:0;${SANS};font-size:17px;line-height:1.4;font-weight:700;color:${ink}">${value}</p>`
}

/** The letter's button, tall enough for a finger even in programs that ignore the padding of links. */
export function buttonRow(label: string, address: string): string {
  const { accent } = mailColours().light
  const link = `<a class="accent wide" href="${escapeHtml(address)}" style="display:inline-block;background-color:${accent};color:#FFFFFF;text-decoration:none;${SANS};font-weight:700;font-size:17px;line-height:22px;padding:13px 28px;border-radius:12px;text-align:center">${inlineHtml(label)}</a>`
  return row(
    `<table ${TABLE} class="wide"><tr><td class="accent" align="center" bgcolor="${accent}" style="background-color:${accent};border-radius:12px;mso-padding-alt:13px 28px">${link}</td></tr></table>`,
    `16px ${EDGE}`,
  )
}

/** A link within text. @param label HTML */
export function linkHtml(label: string, address: string): string {
  const { link } = mailColours().light
  return `<a class="link" href="${escapeHtml(address)}" style="color:${link};text-decoration:underline">${label}</a>`
}

/** A link on a muted background, on which the shop's own accent may be too faint. @param label HTML */
export function quietLink(label: string, address: string): string {
  const { quiet } = mailColours().light
  return `<a class="quiet" href="${escapeHtml(address)}" style="color:${quiet};text-decoration:underline">${label}</a>`
}

/** Labels beside values; the values are numbers and codes, which stay left to right. */
export function factsTable(facts: readonly (readonly [string, string])[], locale: Locale): string {
  const { line, ink, quiet } = mailColours().light
  const end = directionOf(locale) === 'rtl' ? 'left' : 'right'
  const cell = `padding:10px 0;border-top:1px solid ${line};${SANS};font-size:16px;line-height:1.4`
  const rows = facts.map(
    ([label, value]) => `<tr><td class="line quiet" style="${cell};color:${quiet}">${nameHtml(label)}</td>
<td class="line ink" align="${end}" style="${cell};color:${ink};font-weight:700;white-space:nowrap"><bdi dir="ltr">${escapeHtml(value)}</bdi></td></tr>`,
  )
  return row(`<table ${TABLE} width="100%">${rows.join('')}</table>`, `12px ${EDGE}`)
}

/** A code to be typed, large and left to right. */
export function codeRow(code: string): string {
  const { ink, panel } = mailColours().light
  const look = `background-color:${panel};color:${ink};border-radius:12px;padding:16px;${SANS};font-size:34px;line-height:1.3;font-weight:700;letter-spacing:.12em`
  return row(
    `<table ${TABLE} width="100%"><tr><td class="panel ink" align="center" bgcolor="${panel}" style="${look}"><bdi dir="ltr">${escapeHtml(code)}</bdi></td></tr></table>`,
  )
}

/** Secondary information. @param inner HTML */
export function finePrint(inner: string): string {
  const { quiet } = mailColours().light
  return row(`<p class="quiet" style="margin:0;${SANS};font-size:14px;line-height:1.6;color:${quiet}">${inner}</p>`, `0 ${EDGE} 16px`)
}
