import { createHmac, timingSafeEqual } from 'node:crypto'

/** What an outside system asks with, as it stands in the address: when (ms), where to go back to, and its name with the signature of both. */
export interface SignedRequest {
  readonly TS: string
  readonly ret: string
  readonly key: string
}

/** The parts of a `key`. */
export interface RequestKey {
  readonly keyId: string
  readonly signature: Buffer
}

/** 32 bytes in base64url. */
const KEY = /^([a-z0-9-]{1,40})\.([\w-]{43})$/

/** @returns undefined if it is not `keyId.signature` */
export function readRequestKey(key: string): RequestKey | undefined {
  const [, keyId, signature] = KEY.exec(key) ?? []
  return keyId === undefined || signature === undefined ? undefined : { keyId, signature: Buffer.from(signature, 'base64url') }
}

/** HMAC-SHA256 over `TS.ret` (decision 51). */
export function signatureOf({ TS, ret }: Pick<SignedRequest, 'TS' | 'ret'>, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${TS}.${ret}`).digest()
}

/** Whether the integration's secret has signed the request. */
export function isSignedBy(request: SignedRequest, { signature }: RequestKey, secret: string): boolean {
  return timingSafeEqual(signature, signatureOf(request, secret))
}

/** The request as an outside system makes it. */
export function signRequest(asked: Pick<SignedRequest, 'TS' | 'ret'>, keyId: string, secret: string): SignedRequest {
  return { ...asked, key: `${keyId}.${signatureOf(asked, secret).toString('base64url')}` }
}
