import { rowFact } from '#lib/text/row-text.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PKPass } from 'passkit-generator'
import { documentLink } from '#lib/server/platform/http/document-link.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { MemberCardFacts } from '../member-card.ts'
import { factsOfCard } from '../member-words.ts'
import type { PassFacts } from './pass-facts.ts'
import type { AppleWalletSettings } from '#lib/server/platform/config/wallet-settings.ts'

/** Relative to the project's directory, even if the bundle lies elsewhere. */
const IMAGES = join('src', 'lib', 'server', 'documents', 'wallet', 'images')
const IMAGE_NAMES = ['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'logo@2x.png', 'logo@3x.png'] as const

let images: Promise<Readonly<Record<string, Buffer>>> | undefined

/**
 * The file of signed passes for Apple Wallet, made in the drawing thread, because signing one takes about 100 ms.
 * @param passes at least one
 * @throws if the settings are missing; check `offersAppleWallet` first
 */
export async function signPasses(passes: readonly PassFacts[], locale: Locale): Promise<Buffer> {
  const { apple } = settings().wallets
  if (!apple) throw new Error('There are no settings of Apple Wallet.')
  const pictures = await (images ??= readImages())
  const signed = passes.map((pass) => signPass(passJsonOf(pass, apple, locale), pictures, apple))
  const [first] = signed
  return signed.length === 1 && first ? first.getAsBuffer() : PKPass.pack(...signed).getAsBuffer()
}

/**
 * The signed pass of a membership's card, made in the drawing thread.
 * @throws if the settings are missing; check `offersAppleWallet` first
 */
export async function signMemberPass(card: MemberCardFacts, locale: Locale): Promise<Buffer> {
  const { apple } = settings().wallets
  if (!apple) throw new Error('There are no settings of Apple Wallet.')
  return signPass(memberPassJson(card, apple, locale), await (images ??= readImages()), apple).getAsBuffer()
}

function signPass(json: object, pictures: Readonly<Record<string, Buffer>>, apple: AppleWalletSettings): PKPass {
  return new PKPass(
    { ...pictures, 'pass.json': Buffer.from(JSON.stringify(json)) },
    {
      wwdr: apple.wwdr,
      signerCert: apple.certificate,
      signerKey: apple.key,
      ...(apple.passphrase !== undefined && { signerKeyPassphrase: apple.passphrase }),
    },
  )
}

async function readImages(): Promise<Readonly<Record<string, Buffer>>> {
  return Object.fromEntries(await Promise.all(IMAGE_NAMES.map(async (name) => [name, await readFile(join(IMAGES, name))] as const)))
}

/** What every pass says, in the colours of the stage. */
function frameOf({ passTypeIdentifier, teamIdentifier }: AppleWalletSettings): object {
  const { name } = settings().brand
  return {
    formatVersion: 1,
    passTypeIdentifier,
    teamIdentifier,
    organizationName: name,
    logoText: name,
    backgroundColor: 'rgb(21, 17, 27)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(201, 192, 214)',
  }
}

/** The pass.json of a membership: a card, which belongs to no evening. */
function memberPassJson(card: MemberCardFacts, apple: AppleWalletSettings, locale: Locale): object {
  const t = textOf(locale)
  const [holder, ...facts] = factsOfCard(card, t).map(([label, value], at) => ({ key: `fact${String(at)}`, label, value }))
  return {
    ...frameOf(apple),
    serialNumber: `member-${card.memberNumber}`,
    description: `${t('membership.memberCard')}: ${card.name}`,
    ...(card.endsAt !== null && { expirationDate: isoOf(card.endsAt) }),
    barcodes: [{ format: 'PKBarcodeFormatQR', message: card.code, messageEncoding: 'iso-8859-1', altText: card.memberNumber }],
    generic: {
      primaryFields: [{ key: 'name', label: t('membership.memberCard'), value: card.name }],
      secondaryFields: holder ? [holder] : [],
      auxiliaryFields: facts,
      backFields: [{ key: 'document', label: t('membership.balanceAt'), value: documentLink(card.documentKey, locale) }],
    },
  }
}

/** The pass.json of an event ticket. */
function passJsonOf(pass: PassFacts, apple: AppleWalletSettings, locale: Locale): object {
  return {
    ...frameOf(apple),
    serialNumber: pass.serialNumber,
    description: `${pass.featureName}, ${pass.locationName}`,
    // Groups a presentation's tickets in the wallet.
    groupingIdentifier: String(pass.presentationId),
    relevantDate: isoOf(pass.startsAt),
    expirationDate: isoOf(pass.pastAt),
    ...(pass.code !== null && {
      barcodes: [{ format: 'PKBarcodeFormatQR', message: pass.code, messageEncoding: 'iso-8859-1', altText: pass.serialNumber }],
    }),
    eventTicket: fieldsOf(pass, locale),
  }
}

function fieldsOf(pass: PassFacts, locale: Locale): object {
  const t = textOf(locale)
  const [rowLabel, rowName] = rowFact(t, pass.rowName ?? '')
  return {
    primaryFields: [{ key: 'event', label: pass.locationName, value: pass.featureName }],
    secondaryFields: [
      { key: 'date', label: t('account.walletDate'), value: pass.when },
      { key: 'venue', label: t('account.walletVenue'), value: pass.venueName },
    ],
    auxiliaryFields: [
      { key: 'section', label: t('account.walletSection'), value: pass.sectionName },
      { key: 'row', label: rowLabel, value: rowName },
      { key: 'seat', label: t('account.walletSeat'), value: pass.seatName ?? '' },
    ].filter(({ value }) => value !== ''),
    backFields: [
      { key: 'ticket', label: t('account.walletTicket'), value: pass.ticketName },
      { key: 'order', label: t('account.walletOrder'), value: pass.orderNumber },
      { key: 'address', label: t('account.walletAddress'), value: pass.address },
      { key: 'document', label: t('account.walletDocument'), value: documentLink(pass.documentKey, locale) },
    ],
  }
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
