import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { inSlices } from '#lib/server/platform/jobs/slices.ts'
import type { Locale } from '#lib/text/locales.ts'
import { presentationAnswers, type FoundPresentations } from './presentations.ts'

interface Ready {
  readonly saleState: PresentationFacts['saleState']
  readonly available: number
  readonly prices: PresentationFacts['prices']
  readonly bytes: Buffer
}

/** By locale. A reloaded catalogue has new presentation objects, so stale entries disappear. */
const readyOf = new WeakMap<Presentation, Map<Locale, Ready>>()

const COMMA = Buffer.from(',')

/**
 * The answer to a call for presentations, assembled from cached parts. Only presentations whose seats or sale changed are serialised again, in slices, so that
 * other requests are not blocked.
 */
export async function presentationsJson({ from, found }: FoundPresentations, locale: Locale): Promise<Buffer> {
  const parts = await inSlices(partsOf(from, found, locale))
  const modes = new Set(found.map(({ facts }) => facts.seatingMode))
  const hasReserved = modes.has('reserved') || modes.has('mixed')
  const hasGA = found.some(({ facts }) => facts.isGA > 0)
  return Buffer.concat([
    Buffer.from('{"presentations":['),
    ...parts,
    Buffer.from(`],"hasReserved":${String(hasReserved)},"hasGA":${String(hasGA)}}`),
  ])
}

/** The presentations separated by commas; yields after each one that was serialised. */
function* partsOf(
  from: FoundPresentations['from'],
  found: FoundPresentations['found'],
  locale: Locale,
): Generator<void, readonly Buffer[]> {
  const parts: Buffer[] = []
  for (const one of found) {
    if (parts.length > 0) parts.push(COMMA)
    const ready = readyBytes(one, locale)
    parts.push(ready ?? writeBytes(from, one, locale))
    if (!ready) yield
  }
  return parts
}

type Found = FoundPresentations['found'][number]

function readyBytes({ presentation, facts }: Found, locale: Locale): Buffer | undefined {
  const known = readyOf.get(presentation)?.get(locale)
  const isSame = known?.available === facts.available && known.saleState === facts.saleState && isSameRange(known.prices, facts.prices)
  return isSame ? known.bytes : undefined
}

/** Seats for subscribers that are released may change the range without changing the number of free seats. */
function isSameRange(one: Ready['prices'], other: Ready['prices']): boolean {
  return one?.from === other?.from && one?.to === other?.to
}

function writeBytes(from: FoundPresentations['from'], one: Found, locale: Locale): Buffer {
  const { presentation, facts } = one
  const known = readyOf.get(presentation) ?? new Map<Locale, Ready>()
  const [answer] = presentationAnswers({ from, found: [one] }, locale)
  const bytes = Buffer.from(JSON.stringify(answer))
  readyOf.set(presentation, known.set(locale, { saleState: facts.saleState, available: facts.available, prices: facts.prices, bytes }))
  return bytes
}
