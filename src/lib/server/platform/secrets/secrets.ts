import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '#lib/server/platform/config/settings.ts'

/** One key per purpose, so that a leak or a flaw of one never affects another. */
export type Purpose = 'session' | 'captcha' | 'document' | 'pii' | 'pii-index' | 'payment' | 'code' | 'link' | 'sandbox' | 'vod' | 'once'

const SECRET_FILE = 'secret'
const CIPHER = 'aes-256-gcm'
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

let root: string | undefined
const keys = new Map<Purpose, Buffer>()
const earlier = new Map<Purpose, readonly Buffer[]>()

/** 32 bytes, derived from the setting SECRET, or from a secret generated once in DATA_DIR. */
export function keyFor(purpose: Purpose): Buffer {
  const known = keys.get(purpose)
  if (known) return known
  const key = deriveKey((root ??= settings().secret ?? generatedSecret(settings().dataDir)), purpose)
  keys.set(purpose, key)
  return key
}

/** The keys for a purpose under earlier secrets (SECRET_PREVIOUS), newest first: what they protect stays valid. */
export function earlierKeysFor(purpose: Purpose): readonly Buffer[] {
  const known = earlier.get(purpose)
  if (known) return known
  const keysBefore = settings().previousSecrets.map((secret) => deriveKey(secret, purpose))
  earlier.set(purpose, keysBefore)
  return keysBefore
}

/** HKDF-SHA-256 of a secret for a purpose. */
export function deriveKey(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'shura', purpose, 32))
}

/** AES-256-GCM; returns key id (4 bytes), nonce (12), tag (16) and cipher text. */
export function encryptText(text: string, key: Buffer = keyFor('pii')): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([keyId(key), nonce, cipher.getAuthTag(), hidden])
}

/**
 * Decrypts the output of encryptText; `known` are the current key and, after a change of SECRET, the earlier ones.
 * @throws if no known key wrote it or a byte was changed
 */
export function decryptText(blob: Uint8Array, known: readonly Buffer[] = [keyFor('pii'), ...earlierKeysFor('pii')]): string {
  const bytes = Buffer.from(blob)
  const key = known.find((candidate) => keyId(candidate).equals(bytes.subarray(0, KEY_ID_BYTES)))
  if (!key) throw new Error('This was encrypted under a secret that is not known here.')
  const afterNonce = KEY_ID_BYTES + NONCE_BYTES
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(KEY_ID_BYTES, afterNonce), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(afterNonce, afterNonce + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(afterNonce + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** Whether encryptText wrote it under the current secret. */
export function isUnderCurrentKey(blob: Uint8Array, key: Buffer = keyFor('pii')): boolean {
  return keyId(key).equals(Buffer.from(blob).subarray(0, KEY_ID_BYTES))
}

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('key id').update(key).digest().subarray(0, KEY_ID_BYTES)
}

/** Written to a temporary name first: of two processes that start at once one wins, and both read the winner's. */
function generatedSecret(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE)
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  mkdirSync(dataDir, { recursive: true })
  try {
    return readFileSync(file, 'utf8')
  } catch {
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(file, 'utf8')
}
