import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** A place in the line as a browser keeps it: nobody can move up by writing another one. @param place in microseconds */
export function sealPlace(place: number): string {
  return `${place.toString(36)}.${signatureOf(place)}`
}

/** The place of a cookie; undefined where there is none that the shop wrote. */
export function placeOf(cookie: string | undefined): number | undefined {
  const [, digits = '', given = ''] = /^([0-9a-z]{1,11})\.([\w-]{16})$/.exec(cookie ?? '') ?? []
  const place = Number.parseInt(digits, 36)
  if (given === '' || !timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(place)))) return undefined
  return place
}

function signatureOf(place: number): string {
  return createHmac('sha256', keyFor('session'))
    .update(`place in line:${String(place)}`)
    .digest()
    .subarray(0, 12)
    .toString('base64url')
}
