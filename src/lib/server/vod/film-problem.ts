import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { describeDevice } from '#lib/domain/customers/device-name.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { formatClock } from '#lib/text/film-clock.ts'
import { isLocale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { ticketOf } from './own-ticket.ts'
import { stateOf } from './watch.ts'
import type { AskedFilm } from './watch.ts'

/** What may be wrong with a film. */
export const PROBLEMS = ['picture', 'sound', 'subtitles', 'stops', 'else'] as const
export type FilmProblem = (typeof PROBLEMS)[number]
/** Characters of a viewer's own words. */
export const MOST_WORDS = 500

const KEPT_SECONDS = 30 * 24 * 3600

export interface FilmReport {
  readonly what: FilmProblem
  readonly words: string
  readonly userAgent: string
  /** Whose calls are counted; null is this machine. */
  readonly caller: string | null
}

/**
 * Tells the house by mail what is wrong with a film, with the order, the place where it was stopped and the device.
 * Refusals: VOD_NOT_FOUND, VOD_NOT_YOURS, TOO_MANY_REQUESTS.
 */
export async function reportFilm({ visitor, vodId, resId }: AskedFilm, report: FilmReport): Promise<Result<null>> {
  const from = await catalogue()
  const film = from.films.get(vodId)
  if (!film) return refuse('VOD_NOT_FOUND')
  const ticket = visitor?.proof === 'cookie' ? await ticketOf(database(), { uuid: visitor.uuid, vodId, resId }) : undefined
  if (!visitor || !ticket) return refuse('VOD_NOT_YOURS')
  const isTooMuch = (await countCall('filmProblem', 'visitor', visitor.uuid)) ?? (await countCall('filmProblem', 'caller', report.caller))
  if (isTooMuch !== undefined) return refuse('TOO_MANY_REQUESTS')
  const first = settings().locales[0] ?? ''
  const locale = isLocale(first) ? first : 'he'
  const t = textOf(locale)
  const facts = {
    film: `${from.features.get(film.featureId)?.name ?? ''} (${String(vodId)})`,
    order: ticket.resId,
    place: formatClock(ticket.stoppedAt),
    state: stateOf(ticket),
    device: describeDevice(report.userAgent),
    browser: report.userAgent.slice(0, 300),
  }
  const lines = Object.entries(facts).map(([name, value]) => `${t(`vod.problem_fact_${name}`)}: ${value}`)
  const text = [t(`vod.problem_${report.what}`), ...(report.words === '' ? [] : [report.words.slice(0, MOST_WORDS)]), ...lines].join('\n\n')
  await inTransaction(async (client) => {
    const subject = t('vod.problemSubject', { name: facts.film })
    await enqueueSealed(client, {
      ...{ channel: 'mail', kind: 'film problem', recipient: settings().boxOfficeMail, expiresIn: KEPT_SECONDS },
      // The viewer's own words are no button of the house.
      body: { locale, subject, text, link: '' },
    })
    return accept(null)
  })
  return accept(null)
}
