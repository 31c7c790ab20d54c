import { importPKCS8, SignJWT } from 'jose'
import type { Locale } from '#lib/text/locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { textOf } from '#lib/text/text.ts'
import type { MemberCardFacts } from '../member-card.ts'
import { factsOfCard } from '../member-words.ts'
import type { PassFacts } from './pass-facts.ts'
import type { GoogleWalletSettings } from '#lib/server/platform/config/wallet-settings.ts'

const SAVE = 'https://pay.google.com/gp/v/save/'
/** Longer tokens may be truncated on the way to a telephone, says the documentation of the Google Wallet API ("Issuing passes with Web, Email, and SMS"). */
const LONGEST_TOKEN = 1_800

/** Length of a name if space is scarce. */
const SHORTEST = 24

const STATE = {
  valid: 'ACTIVE',
  used: 'COMPLETED',
  past: 'EXPIRED',
  exchanged: 'INACTIVE',
  soldOn: 'INACTIVE',
  cancelled: 'INACTIVE',
  sent: 'INACTIVE',
} as const

export function offersGoogleWallet(): boolean {
  return settings().wallets.google !== undefined
}

/**
 * The address that saves a ticket to Google Wallet: a token with the pass, signed by the service account.
 * @throws if the settings are missing; check `offersGoogleWallet` first
 */
export async function googleLinkOf(pass: PassFacts, locale: Locale): Promise<string> {
  const { google } = settings().wallets
  if (!google) throw new Error('There are no settings of Google Wallet.')
  for (const detail of ['whole', 'short', 'shortest'] as const) {
    const token = await signToken(payloadOf(pass, google, { locale, detail }), google)
    if (token.length <= LONGEST_TOKEN || detail === 'shortest') return SAVE + token
  }
  throw new Error('unreachable')
}

/**
 * The address that saves a membership's card to Google Wallet.
 * @throws if the settings are missing; check `offersGoogleWallet` first
 */
export async function googleLinkOfCard(card: MemberCardFacts, locale: Locale): Promise<string> {
  const { google } = settings().wallets
  if (!google) throw new Error('There are no settings of Google Wallet.')
  for (const isWhole of [true, false]) {
    const token = await signToken(cardPayloadOf(card, google, { locale, isWhole }), google)
    if (token.length <= LONGEST_TOKEN || !isWhole) return SAVE + token
  }
  throw new Error('unreachable')
}

/** A card of the general kind: cards of loyalty would need a picture at a public address. */
function cardPayloadOf(
  card: MemberCardFacts,
  { issuerId }: GoogleWalletSettings,
  { locale, isWhole }: { readonly locale: Locale; readonly isWhole: boolean },
): object {
  const localized = (value: string) => ({ defaultValue: { language: locale, value: isWhole ? value : value.slice(0, SHORTEST) } })
  const classId = `${issuerId}.members`
  const facts = factsOfCard(card, textOf(locale)).map(([header, body], at) => ({ id: `fact${String(at)}`, header, body }))
  return {
    genericClasses: [{ id: classId }],
    genericObjects: [
      {
        id: `${issuerId}.m-${card.memberNumber.replaceAll(/[^\w.-]/g, '_')}`,
        classId,
        state: 'ACTIVE',
        cardTitle: localized(settings().brand.name),
        header: localized(card.name),
        hexBackgroundColor: '#15111b',
        barcode: { type: 'QR_CODE', value: card.code, alternateText: card.memberNumber },
        ...(isWhole && { textModulesData: facts }),
        ...(card.endsAt !== null && { validTimeInterval: { end: { date: new Date(card.endsAt).toISOString() } } }),
      },
    ],
  }
}

async function signToken(payload: object, { clientEmail, privateKey }: GoogleWalletSettings): Promise<string> {
  return new SignJWT({
    iss: clientEmail,
    aud: 'google',
    typ: 'savetowallet',
    origins: [settings().publicOrigin],
    payload,
  })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuedAt()
    .sign(await importPKCS8(privateKey, 'RS256'))
}

interface Wanted {
  readonly locale: Locale
  /** The level of detail; a long title leaves less room for the rest. */
  readonly detail: 'whole' | 'short' | 'shortest'
}

/** One class per presentation, and one object per ticket. */
function payloadOf(pass: PassFacts, { issuerId }: GoogleWalletSettings, { locale, detail }: Wanted): object {
  const localized = (value: string) => ({
    defaultValue: { language: locale, value: detail === 'shortest' ? value.slice(0, SHORTEST) : value },
  })
  const classId = `${issuerId}.p${String(pass.presentationId)}`
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: settings().brand.name,
        reviewStatus: 'UNDER_REVIEW',
        eventName: localized(pass.featureName),
        venue: { name: localized(pass.locationName), address: localized(pass.address === '' ? pass.locationName : pass.address) },
        dateTime: {
          start: new Date(pass.startsAt).toISOString(),
          ...(detail === 'whole' && { end: new Date(pass.endsAt).toISOString() }),
          ...(detail === 'whole' && pass.doorsAt !== null && { doorsOpen: new Date(pass.doorsAt).toISOString() }),
        },
      },
    ],
    eventTicketObjects: [
      {
        id: `${issuerId}.${pass.serialNumber}`,
        classId,
        state: STATE[pass.state],
        ...(pass.code !== null && { barcode: { type: 'QR_CODE', value: pass.code } }),
        seatInfo: {
          ...(detail !== 'shortest' && { section: localized(pass.sectionName) }),
          ...(pass.rowName !== null && { row: localized(pass.rowName) }),
          ...(pass.seatName !== null && { seat: localized(pass.seatName) }),
        },
        ...(detail === 'whole' && { ticketNumber: pass.serialNumber, ticketType: localized(pass.ticketName) }),
        reservationInfo: { confirmationCode: pass.orderNumber },
      },
    ],
  }
}
