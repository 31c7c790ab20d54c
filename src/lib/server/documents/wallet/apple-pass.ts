import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PKPass } from 'passkit-generator'
import { documentLink } from '#lib/server/platform/http/document-link.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
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

/** The pass.json of an event ticket, in the colours of the stage. */
function passJsonOf(pass: PassFacts, { passTypeIdentifier, teamIdentifier }: AppleWalletSettings, locale: Locale): object {
  const { brand } = settings()
  return {
    formatVersion: 1,
    passTypeIdentifier,
    teamIdentifier,
    serialNumber: pass.serialNumber,
    organizationName: brand.name,
    logoText: brand.name,
    description: `${pass.featureName}, ${pass.locationName}`,
    backgroundColor: 'rgb(21, 17, 27)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(201, 192, 214)',
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
  return {
    primaryFields: [{ key: 'event', label: pass.locationName, value: pass.featureName }],
    secondaryFields: [
      { key: 'date', label: t('account.walletDate'), value: pass.when },
      { key: 'venue', label: t('account.walletVenue'), value: pass.venueName },
    ],
    auxiliaryFields: [
      { key: 'section', label: t('account.walletSection'), value: pass.sectionName },
      { key: 'row', label: t('account.walletRow'), value: pass.rowName ?? '' },
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
