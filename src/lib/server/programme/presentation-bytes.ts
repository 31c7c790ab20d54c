import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import type { Locale } from '#lib/text/locales.ts'
import { presentationAnswers, type FoundPresentations } from './presentations.ts'

interface Ready {
  readonly saleState: PresentationFacts['saleState']
  readonly available: number
  readonly bytes: Buffer
}

/** By locale. A catalogue that is read anew has presentations of its own. */
const readyOf = new WeakMap<Presentation, Map<Locale, Ready>>()

const COMMA = Buffer.from(',')

/** The answer to a call for presentations, put together from what is ready of each: only those whose seats or sale changed are written anew. */
export function presentationsJson(matching: FoundPresentations, locale: Locale): Buffer {
  const { from, found } = matching
  const parts = found.flatMap((one, at) => (at === 0 ? [bytesOf(from, one, locale)] : [COMMA, bytesOf(from, one, locale)]))
  const modes = new Set(found.map(({ facts }) => facts.seatingMode))
  const hasReserved = modes.has('reserved') || modes.has('mixed')
  const hasGA = found.some(({ facts }) => facts.isGA > 0)
  return Buffer.concat([
    Buffer.from('{"presentations":['),
    ...parts,
    Buffer.from(`],"hasReserved":${String(hasReserved)},"hasGA":${String(hasGA)}}`),
  ])
}

function bytesOf(from: FoundPresentations['from'], one: FoundPresentations['found'][number], locale: Locale): Buffer {
  const { presentation, facts } = one
  const known = readyOf.get(presentation) ?? new Map<Locale, Ready>()
  readyOf.set(presentation, known)
  const before = known.get(locale)
  if (before?.available === facts.available && before.saleState === facts.saleState) return before.bytes
  const [answer] = presentationAnswers({ from, found: [one] }, locale)
  const bytes = Buffer.from(JSON.stringify(answer))
  known.set(locale, { saleState: facts.saleState, available: facts.available, bytes })
  return bytes
}
