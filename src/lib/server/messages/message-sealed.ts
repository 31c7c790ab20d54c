import { isEnabledLocale, shopLocale } from '#lib/server/platform/config/enabled-locales.ts'
import { frameHtml } from './html/message-frame.ts'
import { buttonRow, codeRow, paragraph, row } from './html/message-parts.ts'
import type { MailBody } from './messages.ts'
import type { SealedBody } from '#lib/server/outbox/outbox-sealed.ts'

const LINK = /^https?:\/\/\S+$/
const CODE = /^[\u2066\u2069\d ]{4,12}$/

/**
 * The mail of a sealed body, as text and in the look of the other mails; a line consisting of a link becomes a button, a code is set large. In a text that names its
 * link, somebody else's words are neither.
 */
export function renderSealedMail({ subject = '', headline = subject, text, button, link, locale: given = '' }: SealedBody): MailBody {
  const locale = isEnabledLocale(given) ? given : shopLocale()
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isLink = (line: string) => (link === undefined ? LINK.test(line) : line === link)
  const isCode = (line: string) => link === undefined && CODE.test(line)
  const rowOf = (line: string) => (isCode(line) ? codeRow(line.replace(/[\u2066\u2069]/g, '')) : row(paragraph(line)))
  const rows = lines.map((line) => (isLink(line) ? buttonRow(button ?? line, line) : rowOf(line)))
  const preview = lines.filter((line) => !isLink(line) && !isCode(line)).join(' ')
  return { subject, text, html: frameHtml({ locale, subject, headline, preview, rows: [...rows, row('', '4px 0')] }), attachments: [] }
}
