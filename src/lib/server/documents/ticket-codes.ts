import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import QRCode from 'qrcode'
import { earlierKeysFor, keyFor } from '#lib/server/platform/secrets/secrets.ts'

/**
 * The text in a ticket's QR code: `1.ticketIdentifier.presentationId.signature`, signed with Ed25519. A scanner with the public key verifies it offline but
 * cannot forge one.
 */
export interface TicketCode {
  readonly ticketIdentifier: string
  readonly presentationId: number
}

const VERSION = '1'
const CODE = /^1\.([0-9A-Za-z_-]{8,64})\.([1-9]\d{0,9})\.([0-9A-Za-z_-]{86})$/
/** PKCS #8 header of a 32-byte Ed25519 key. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

let privateKey: KeyObject | undefined

function signingKey(): KeyObject {
  return (privateKey ??= keyObjectOf(keyFor('document')))
}

function keyObjectOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

/** The public key for scanners, as PEM. */
export function ticketPublicKey(): string {
  return publicKeyOf(signingKey())
}

/** The current public key and those of earlier secrets, so that tickets printed before a change of secret stay valid. */
export function ticketPublicKeys(): readonly string[] {
  return [ticketPublicKey(), ...earlierKeysFor('document').map((seed) => publicKeyOf(keyObjectOf(seed)))]
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString()
}

export function signTicketCode({ ticketIdentifier, presentationId }: TicketCode): string {
  return signCode(`${VERSION}.${ticketIdentifier}.${String(presentationId)}`)
}

/** Appends the shop's signature to the text of a code. */
export function signCode(text: string): string {
  return `${text}.${sign(null, Buffer.from(text), signingKey()).toString('base64url')}`
}

/** Whether one of the keys signed exactly this text. */
export function isSigned(text: string, signature: string, publicKeys: readonly string[]): boolean {
  return publicKeys.some((key) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')))
}

/**
 * Parses and verifies a scanned code.
 * @param publicKeys PEMs of `ticketPublicKeys`; default: this process's own
 * @returns undefined if we did not sign this exact text
 */
export function verifyTicketCode(text: string, publicKeys: readonly string[] = ticketPublicKeys()): TicketCode | undefined {
  const read = CODE.exec(text)
  const [, ticketIdentifier, presentationId, signature] = read ?? []
  if (ticketIdentifier === undefined || presentationId === undefined || signature === undefined) return undefined
  if (!isSigned(`${VERSION}.${ticketIdentifier}.${presentationId}`, signature, publicKeys)) return undefined
  return { ticketIdentifier, presentationId: Number(presentationId) }
}

/** The modules of a code's QR symbol: `size` rows of `size`, true is black. */
export interface QrModules {
  readonly size: number
  readonly isBlack: (row: number, column: number) => boolean
}

export function qrModules(text: string): QrModules {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isBlack: (row, column) => modules.get(row, column) === 1 }
}

/** A single path of the black modules for a view box of `side`, which includes the quiet zone of four modules. */
export interface QrPath {
  readonly side: number
  readonly path: string
}

/** Takes one or two milliseconds, so pages use `drawings.ts` instead. */
export function qrPath(text: string): QrPath {
  const { size, isBlack } = qrModules(text)
  const runs: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = column
      while (column < size && isBlack(row, column)) column++
      if (column > from) runs.push(`M${String(from + 4)} ${String(row + 4)}h${String(column - from)}v1h-${String(column - from)}z`)
    }
  }
  return { side: size + 8, path: runs.join('') }
}
