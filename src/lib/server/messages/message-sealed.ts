import { isEnabledLocale, shopLocale } from '#lib/server/enabled-locales.ts'
import { buttonHtml, escapeHtml, frameHtml, paragraph, row } from './message-frame.ts'
import type { MailBody } from './messages.ts'
import type { SealedBody } from './outbox-sealed.ts'

const LINK = /^https?:\/\/\S+$/
const CODE = /^[\u2066\u2069\d ]{4,12}$/

/** The mail of a sealed body: its text, and the same in the look of the other mails; a link alone on a line becomes a button, a code stands large. */
export function renderSealedMail({ subject = '', text, button, locale: given = '' }: SealedBody): MailBody {
  const locale = isEnabledLocale(given) ? given : shopLocale()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const rows = lines.map((line) => row(lineHtml(line.trim(), button), '10px 28px'))
  return { subject, text, html: frameHtml(locale, subject, [row('', '8px 28px 0'), ...rows, row('', '0 28px 18px')]), attachments: [] }
}

function lineHtml(line: string, button: string | undefined): string {
  if (LINK.test(line)) return buttonHtml(button ?? line, line)
  if (!CODE.test(line)) return paragraph(line)
  return `<p style="margin:0;font-size:34px;line-height:1.3;font-weight:700;letter-spacing:.12em"><bdi dir="ltr">${escapeHtml(line)}</bdi></p>`
}
