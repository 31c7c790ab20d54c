import { createHash } from 'node:crypto'
import type { Locale } from '#lib/text/locales.ts'
import { textOverrides, wordedBusinesses, type TextOverride } from '#lib/text/overrides.ts'
import { inTickets, textOf, textsFor } from '#lib/text/text.ts'
import { TEXTS_BY_NAME } from '#lib/text/texts-by-name.ts'
import type { Texts } from '#lib/text/translate.ts'

/** The texts of the islands of an order page. */
export interface Speech {
  readonly locale: Locale
  /** Whose words they are; undefined: the shop's. */
  readonly businessId?: number | undefined
  /** Whether no place is numbered, so that it speaks of tickets in place of seats. */
  readonly isOfTickets?: boolean
  /** Whether a producer orders. */
  readonly isOfProducer?: boolean
}

/** Texts that pages name, as a script of their own that browsers keep. */
export interface SpokenSet {
  /** What islands are given in place of the texts. */
  readonly name: string
  /** Where browsers have the script; its last part changes with the texts. */
  readonly address: string
  readonly version: string
  readonly texts: Texts
  readonly script: string
}

let sets: { readonly words: readonly TextOverride[]; readonly byName: Map<string, SpokenSet> } | undefined

/** The set of an order page, made once for each kind until texts are overridden anew. */
export function spokenSetOf(speech: Speech): SpokenSet {
  if (sets?.words !== textOverrides()) sets = { words: textOverrides(), byName: new Map() }
  const name = nameOf(speech)
  const known = sets.byName.get(name) ?? newSet(name, speech)
  sets.byName.set(name, known)
  return known
}

/** Only a business with words of its own has sets of its own, so that there are few. */
function nameOf({ locale, businessId, isOfTickets, isOfProducer }: Speech): string {
  const query = new URLSearchParams({
    ...(businessId !== undefined && wordedBusinesses().includes(businessId) && { business: String(businessId) }),
    ...(isOfTickets && { of: 'tickets' }),
    ...(isOfProducer && { by: 'producer' }),
  })
  return [`${locale}/order.js`, query.toString()].filter(Boolean).join('?')
}

function newSet(name: string, speech: Speech): SpokenSet {
  const texts = textsOf(speech)
  const script = `(self.shuraTexts??={})[${JSON.stringify(name)}]=${JSON.stringify(texts)}`
  const version = createHash('sha256').update(script).digest('base64url').slice(0, 12)
  TEXTS_BY_NAME[name] = texts
  return { name, address: `/texts/${name}${name.includes('?') ? '&' : '?'}v=${version}`, version, texts, script }
}

/** For a producer also what held seats and those of others are said to be; seats that are partly free elsewhere are of other allocations here. */
function textsOf({ locale, businessId, isOfTickets, isOfProducer }: Speech): Texts {
  const spoken = textsFor(locale, ['common', 'order', 'seats', 'errors'], businessId)
  const texts = isOfTickets ? inTickets(spoken) : spoken
  if (!isOfProducer) return texts
  const t = textOf(locale, businessId)
  const marks = ['mine', 'shared', 'closed', 'apart'].map((kind) => [`producer.mark_${kind}`, t(`producer.mark_${kind}`)] as const)
  return { ...texts, ...Object.fromEntries(marks), 'seats.legend.partly': t('producer.legendApart') }
}
