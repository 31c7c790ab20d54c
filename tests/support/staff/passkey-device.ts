import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a device says, and lies about. */
interface Said {
  /** Of the page that asks. */
  readonly origin?: string
  readonly rpId?: string
  /** Whether it knew its owner, by a finger or a code. */
  readonly isVerified?: boolean
  /** How often it was used; left out: once more than before. */
  readonly counter?: number
  /** null: it does not say whose it is. */
  readonly userHandle?: string | null
  /** The key that signs instead of its own. */
  readonly key?: KeyObject
  readonly type?: string
  /** Of its certificate, which nobody asked for. */
  readonly format?: string
}

interface Making {
  readonly challenge: string
  readonly user: { readonly id: string }
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A device that makes and uses one passkey (ES256), in software. Its answers are what a browser sends of it, as JSON. */
export class PasskeyDevice {
  readonly id = randomBytes(32)
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  userHandle = ''
  private uses = 0
  private readonly origin: string
  private readonly rpId: string

  constructor(origin: string, rpId = new URL(origin).hostname) {
    this.origin = origin
    this.rpId = rpId
  }

  /** Makes the passkey for which a page asks. */
  make({ challenge, user }: Making, said: Said = {}): string {
    this.userHandle = user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = this.keys.publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(String(key.x), 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(String(key.y), 'base64url'))],
    ])
    const made = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(cose)])
    const attestation = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
      ['fmt', said.format ?? 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', Uint8Array.from(this.authData(0x40, said, made))],
    ])
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge, said),
      attestationObject: base64url(isoCBOR.encode(attestation)),
      transports: ['internal', 'of another world'],
    })
  }

  /** Signs what a page asks. */
  sign({ challenge }: Pick<Making, 'challenge'>, said: Said = {}): string {
    const [clientDataJSON, authData] = [this.clientData('webauthn.get', challenge, said), this.authData(0, said)]
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const userHandle = said.userHandle === undefined ? this.userHandle : said.userHandle
    return this.answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, said.key ?? this.keys.privateKey)),
      ...(userHandle !== null && { userHandle }),
    })
  }

  private answer(response: object): string {
    const id = base64url(this.id)
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {}, authenticatorAttachment: 'platform' })
  }

  private clientData(type: string, challenge: string, said: Said): string {
    return base64url(JSON.stringify({ type: said.type ?? type, challenge, origin: said.origin ?? this.origin, crossOrigin: false }))
  }

  private authData(
    flags: number,
    { rpId = this.rpId, isVerified = true, counter = this.uses + 1 }: Said,
    made: Uint8Array = Buffer.alloc(0),
  ): Buffer {
    this.uses = counter
    const uses = Buffer.alloc(4)
    uses.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]), uses, made])
  }
}
