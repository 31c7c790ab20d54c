import { wordsOf, type MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { siteLink } from '#lib/server/platform/http/document-link.ts'
import { escapeHtml, finePrint, linkHtml, nameHtml } from './message-parts.ts'
import type { MailWords } from './message-words.ts'

/** The lines of a mail's text that lead back to the mini-site that an order was begun in; empty if none. */
export function linesOfSite(site: MiniSite | undefined, { locale, t }: Pick<MailWords, 'locale' | 't'>): readonly string[] {
  return site ? [`${t('miniSite.orderedAt')} ${wordsOf(site, locale).name}:`, siteLink(site, locale)] : []
}

/** The same as rows of its HTML. */
export function siteRows(site: MiniSite | undefined, { locale, t }: Pick<MailWords, 'locale' | 't'>): readonly string[] {
  if (!site) return []
  return [finePrint(`${escapeHtml(t('miniSite.orderedAt'))} ${linkHtml(nameHtml(wordsOf(site, locale).name), siteLink(site, locale))}`)]
}
