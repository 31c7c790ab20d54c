import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import { inSlices } from '#lib/server/platform/jobs/slices.ts'
import type { Locale } from '#lib/text/locales.ts'
import { presentationAnswers, type FoundPresentations } from './presentation-answers.ts'

interface Ready {
  readonly saleState: PresentationFacts['saleState']
  readonly available: number
  readonly prices: PresentationFacts['prices']
  readonly bytes: Buffer
}

/** By locale. A reloaded catalogue has new presentation objects, so stale entries disappear. */
const readyOf = new WeakMap<Presentation, Map<Locale, Ready>>()

/** A whole answer, with the parts that it was made of. */
interface Whole {
  readonly parts: readonly Buffer[]
  readonly bytes: ReadyBytes
}

/** The large answers that were wanted last, 7 MB each: who asks for one again makes no copy and compresses nothing. Below a megabyte making one is no work. */
const lastLarge: Whole[] = []
const MOST_KEPT = 3
const LARGE = 1_000_000
/** Of brotli: higher ones take several times as long for a few kB less. */
const QUALITY = 4

const COMMA = Buffer.from(',')

/**
 * The answer to a call for presentations, assembled from cached parts. Only presentations whose seats or sale changed are serialised again, in slices, so that
 * other requests are not blocked.
 */
export async function presentationsJson({ from, found }: FoundPresentations, locale: Locale): Promise<ReadyBytes> {
  const parts = await inSlices(partsOf(from, found, locale))
  const known = lastLarge.find((one) => isSameList(one.parts, parts))
  if (known) return known.bytes
  const modes = new Set(found.map(({ facts }) => facts.seatingMode))
  const hasReserved = modes.has('reserved') || modes.has('mixed')
  const hasGA = found.some(({ facts }) => facts.isGA > 0)
  const end = Buffer.from(`],"hasReserved":${String(hasReserved)},"hasGA":${String(hasGA)}}`)
  const bytes = new ReadyBytes(Buffer.concat([Buffer.from('{"presentations":['), ...parts, end]), QUALITY)
  if (bytes.plain.length >= LARGE) keepLarge({ parts, bytes })
  return bytes
}

function isSameList(one: readonly Buffer[], other: readonly Buffer[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}

function keepLarge(whole: Whole): void {
  lastLarge.push(whole)
  if (lastLarge.length > MOST_KEPT) lastLarge.shift()
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
