import { phoneAddress } from '#lib/domain/catalogue/phone-address.ts'
import { hasHebrew } from '#lib/text/hebrew-runs.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { homeLink } from '#lib/server/platform/http/document-link.ts'
import { markHebrew } from '#lib/server/platform/http/mark-hebrew.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { headStyles, mailColours } from './message-colours.ts'
import { brandHtml } from './message-mark.ts'
import { EDGE, escapeHtml, inlineHtml, nameHtml, quietLink, row, SANS, SERIF, TABLE } from './message-parts.ts'

/** The parts that all mails share. */
export interface Frame {
  readonly locale: Locale
  readonly subject: string
  /** The subject matter in one line, at the top. */
  readonly headline: string
  /** The preview text that inboxes show beside the subject. */
  readonly preview: string
  /** Table rows as HTML, each from message-parts.ts. */
  readonly rows: readonly string[]
}

const WIDTH = '600'
/** Keeps the following text out of the preview. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60)

/** A whole mail: the stage with brand and headline, the rows, the box office's number. Hebrew in mails of other languages is marked as on pages. */
export function frameHtml(frame: Frame): string {
  return frame.locale === 'he' ? wholeHtml(frame) : markHebrew(inElements(wholeHtml(frame)))
}

function wholeHtml({ locale, subject, headline, preview, rows }: Frame): string {
  const direction = directionOf(locale)
  const { page, card, stage, line } = mailColours().light
  const hidden = 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all'
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><style>td,p,a{font-family:Arial,sans-serif!important}</style><![endif]-->
<style>${headStyles()}</style></head>
<body class="page" style="margin:0;padding:0;background-color:${page};-webkit-text-size-adjust:100%">
<div style="${hidden}">${inlineHtml(preview)}${FILLER}</div>
<div lang="${locale}" dir="${direction}">
<table ${TABLE} class="page" width="100%" dir="${direction}" bgcolor="${page}" style="background-color:${page}"><tr><td style="padding:24px 12px">
<!--[if mso]><table ${TABLE} align="center" width="${WIDTH}" dir="${direction}"><tr><td><![endif]-->
<table ${TABLE} class="card line" align="center" width="100%" dir="${direction}" bgcolor="${card}" style="max-width:${WIDTH}px;margin:0 auto;background-color:${card};border:1px solid ${line};border-collapse:separate;border-radius:18px;overflow:hidden">
<tr><td class="stage" bgcolor="${stage}" style="background-color:${stage};color:#FFFFFF;padding:24px ${EDGE} 28px">${brandHtml()}
<h1 style="margin:20px 0 0;${SERIF};font-size:30px;line-height:1.2;font-weight:900;color:#FFFFFF">${inlineHtml(headline)}</h1></td></tr>
${row('', '8px 0 0')}
${rows.join('\n')}
${footer(locale)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></div></body></html>`
}

/** The contact, and the origin of the mail. */
function footer(locale: Locale): string {
  const { panel, quiet, line } = mailColours().light
  const home = quietLink(nameHtml(settings().brand.name), homeLink(locale))
  return `<tr><td class="panel quiet line" bgcolor="${panel}" style="background-color:${panel};color:${quiet};border-top:1px solid ${line};padding:18px ${EDGE};${SANS};font-size:14px;line-height:1.6">${helpHtml(locale)}<br>${home}</td></tr>`
}

function helpHtml(locale: Locale): string {
  const phone = settings().boxOfficePhone
  const [before = '', after = ''] = textOf(locale)('messages.help', { phone: '\u0000' }).split('\u0000')
  const number = quietLink(`<bdi dir="ltr">${escapeHtml(phone)}</bdi>`, phoneAddress(phone))
  return `${escapeHtml(before)}${number}${escapeHtml(after)}`
}

/** Replaces isolate characters around names by elements, which more mail programs support; Hebrew names say so. */
function inElements(html: string): string {
  const [head = '', ...body] = html.split(/(?=<body)/)
  return head + body.join('').replace(/>[^<]*\u2068[^<]*</g, (text) => text.replace(/\u2068([^\u2068\u2069]*)\u2069/g, isolatedHtml))
}

function isolatedHtml(_isolated: string, name: string): string {
  return `<bdi${hasHebrew(name) ? ' lang="he" dir="rtl"' : ''}>${name}</bdi>`
}
