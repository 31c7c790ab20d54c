import { createHash, createVerify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { importSPKI, jwtVerify } from 'jose'
import forge from 'node-forge'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { documentOf, type OrderDocument } from '#lib/server/documents/documents.ts'
import { signPasses } from '#lib/server/documents/wallet/apple-pass.ts'
import { appleFileType, offersAppleWallet } from '#lib/server/documents/wallet/apple-wallet.ts'
import { googleLinkOf } from '#lib/server/documents/wallet/google-wallet.ts'
import { admittingPasses } from '#lib/server/documents/wallet/pass-facts.ts'
import { readWalletSettings } from '#lib/server/platform/config/wallet-settings.ts'
import { verifyTicketCode } from '#lib/server/documents/ticket-codes.ts'
import { readSettings, settings } from '#lib/server/platform/config/settings.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'
import { readZip } from '#tests/support/read-zip.ts'
import { ISSUER, makeWalletFiles, PASS_TYPE, TEAM, type WalletFiles } from '#tests/support/providers/wallet-certificates.ts'

let files: WalletFiles
let order: OrderDocument

beforeAll(async () => {
  await freshDatabase()
  await insertShowings([{ startsAt: '2031-03-30T20:30:00+03:00', minutes: 100 }])
  files = await makeWalletFiles()
  vi.spyOn(settings(), 'wallets', 'get').mockReturnValue(readWalletSettings(files.env).wallets)
  const found = await documentOf((await insertOrder()).documentKey)
  if (!found) throw new Error('There is no document.')
  order = found
})

describe('a pass for Apple Wallet', () => {
  it('shows place and time, has the entry code, and is signed with the configured certificate', async () => {
    const content = await signPasses(admittingPasses(order, 'he').slice(0, 1), 'he')
    expect(appleFileType(1).type).toBe('application/vnd.apple.pkpass')
    const entries = readZip(content)
    expect([...entries.keys()].sort()).toEqual(
      [
        'icon.png',
        'icon@2x.png',
        'icon@3x.png',
        'logo.png',
        'logo@2x.png',
        'logo@3x.png',
        'manifest.json',
        'pass.json',
        'signature',
      ].sort(),
    )
    const pass = JSON.parse(String(entries.get('pass.json'))) as { barcodes: { message: string }[] }
    expect(pass).toMatchObject({
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: TEAM,
      relevantDate: expect.stringContaining('2031-03-30T17:30:00') as string,
      eventTicket: {
        primaryFields: [{ value: 'הגשר של אבא' }],
        auxiliaryFields: [{ value: 'אולם מרכז' }, { value: '7' }, { value: '14' }],
      },
    })
    expect(verifyTicketCode(pass.barcodes[0]?.message ?? '')).toMatchObject({ presentationId: 1 })
    const manifest = JSON.parse(String(entries.get('manifest.json'))) as Record<string, string>
    for (const [name, sum] of Object.entries(manifest)) {
      expect(
        createHash('sha1')
          .update(entries.get(name) ?? '')
          .digest('hex'),
      ).toBe(sum)
    }
    expectSigned(entries.get('signature') ?? Buffer.of(), entries.get('manifest.json') ?? Buffer.of())
  })

  it('is a bundle for an order of several tickets, with a pass for each valid one', async () => {
    const content = await signPasses(admittingPasses(order, 'en'), 'en')
    expect(appleFileType(3).type).toBe('application/vnd.apple.pkpasses')
    const passes = [...readZip(content).values()].map(
      (pass) => JSON.parse(String(readZip(pass).get('pass.json'))) as { serialNumber: string },
    )
    expect(passes.map(({ serialNumber }) => serialNumber)).toEqual(admittingPasses(order, 'en').map(({ serialNumber }) => serialNumber))
    expect(new Set(passes.map(({ serialNumber }) => serialNumber)).size).toBe(3)
  })

  it('is not offered after the certificate expires', () => {
    const { validUntil } = settings().wallets.apple ?? { validUntil: 0 }
    expect([offersAppleWallet(validUntil - 1), offersAppleWallet(validUntil)]).toEqual([true, false])
  })
})

describe('a link to Google Wallet', () => {
  it('has the ticket in a token signed by the service account', async () => {
    const [pass] = admittingPasses(order, 'he')
    if (!pass) throw new Error('No ticket admits.')
    const link = await googleLinkOf(pass, 'he')
    const token = link.replace('https://pay.google.com/gp/v/save/', '')
    const { payload } = await jwtVerify(token, await importSPKI(files.publicKey, 'RS256'), { audience: 'google' })
    expect(payload).toMatchObject({
      iss: 'shop@example.iam.gserviceaccount.com',
      typ: 'savetowallet',
      payload: {
        eventTicketClasses: [{ id: `${ISSUER}.p1`, eventName: { defaultValue: { language: 'he', value: 'הגשר של אבא' } } }],
        eventTicketObjects: [
          {
            id: `${ISSUER}.${pass.serialNumber}`,
            classId: `${ISSUER}.p1`,
            state: 'ACTIVE',
            barcode: { type: 'QR_CODE', value: pass.code },
            seatInfo: { row: { defaultValue: { value: '7' } }, seat: { defaultValue: { value: '14' } } },
          },
        ],
      },
    })
  })

  it('stays short enough for a phone however long the names are, and never loses the code', async () => {
    const [pass] = admittingPasses(order, 'he')
    if (!pass?.code) throw new Error('No ticket admits.')
    const long = 'שם ארוך מאוד של הצגה '.repeat(8).trim()
    for (const changed of [
      { ...pass },
      { ...pass, featureName: long },
      { ...pass, featureName: long, locationName: long, address: long, sectionName: long },
    ]) {
      const token = (await googleLinkOf(changed, 'he')).split('/').at(-1) ?? ''
      expect(token.length).toBeLessThanOrEqual(1_800)
      expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).toContain(pass.code)
    }
  })
})

describe('settings of the wallets', () => {
  it('are empty by default', () => {
    expect(readSettings({}).wallets).toEqual({ apple: undefined, google: undefined })
  })

  it.each([
    ['a file that is not there', { APPLE_PASS_KEY: '/nowhere/key.pem' }, /^APPLE_PASS_KEY: the file cannot be read \(ENOENT\)$/m],
    ['a certificate without its key', { APPLE_PASS_KEY: undefined }, /^APPLE_PASS_KEY: a file is needed/m],
    ['a wrong passphrase', { APPLE_PASS_KEY_PASSPHRASE: 'wrong' }, /PEM files are needed/m],
    ['an issuer that is no number', { GOOGLE_WALLET_ISSUER: 'shura' }, /^GOOGLE_WALLET_ISSUER: the digits/m],
    ['a key without an issuer', { GOOGLE_WALLET_ISSUER: undefined }, /^GOOGLE_WALLET_ISSUER: the digits/m],
    ['no key file at all', { GOOGLE_WALLET_KEY: undefined }, /^GOOGLE_WALLET_KEY: a file is needed/m],
  ])('stop the start if they are invalid: %s', (_, changed, sentence) => {
    const env = Object.fromEntries(
      Object.entries({ ...files.env, ...changed }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    )
    expect(() => readSettings(env)).toThrow(sentence)
  })

  it('reject a key and an intermediate of another certificate', async () => {
    const other = await makeWalletFiles()
    const env = { ...files.env, APPLE_PASS_KEY: other.env['APPLE_PASS_KEY'], APPLE_PASS_WWDR: other.env['APPLE_PASS_WWDR'] }
    expect(() => readSettings(env)).toThrow(/APPLE_PASS_KEY: is not the key of[\s\S]*APPLE_PASS_WWDR: did not sign/)
  })
})

/** Reads the detached PKCS #7 signature independently of the library that made it. */
function expectSigned(signature: Buffer, manifest: Buffer): void {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(forge.util.createBuffer(signature.toString('latin1')))) as unknown as {
    readonly rawCapture: {
      readonly authenticatedAttributes: forge.asn1.Asn1[]
      readonly signature: string
      readonly digestAlgorithm: string
    }
  }
  const { authenticatedAttributes, signature: bytes, digestAlgorithm } = message.rawCapture
  const hash = forge.pki.oids[forge.asn1.derToOid(digestAlgorithm)] ?? ''
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, authenticatedAttributes)
  const signed = Buffer.from(forge.asn1.toDer(set).getBytes(), 'latin1')
  expect(signed.includes(createHash(hash).update(manifest).digest())).toBe(true)
  const signer = new X509Certificate(readFileSync(files.env['APPLE_PASS_CERTIFICATE'] ?? ''))
  expect(createVerify(hash).update(signed).verify(signer.publicKey, Buffer.from(bytes, 'latin1'))).toBe(true)
}
