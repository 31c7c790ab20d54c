import type { AstroCookies } from 'astro'
import * as z from 'zod/mini'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { decryptText, encryptText, keyFor } from '#lib/server/platform/secrets/secrets.ts'

const shownOnce = z.object({
  kind: z.enum(['key', 'webhook']),
  secret: z.string(),
  /** When it ends, in ms; null: not by itself. */
  expiresAt: z.nullable(z.number()),
})

/** A secret that is shown once: of a key the house keeps no more than a hash, and what signs it keeps encrypted. */
export type OnceShown = Readonly<z.output<typeof shownOnce>>

const sealed = z.object({ staffId: z.number(), until: z.number(), shown: shownOnce })

/** Whoever opens no page within this time does not see it any more, in seconds. */
const SHOWN_WITHIN = 60

type Owner = Pick<StaffMember, 'staffId'>

/** Lets the next page of the staff that this browser opens show it. The browser carries it there encrypted, so that it does not matter which process answers. */
export function showOnce(cookies: AstroCookies, { staffId }: Owner, shown: OnceShown): void {
  const { once, secure } = cookieNames()
  const text = JSON.stringify({ staffId, until: Date.now() + SHOWN_WITHIN * 1000, shown })
  const value = encryptText(text, keyFor('once')).toString('base64url')
  cookies.set(once, value, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: SHOWN_WITHIN })
}

/** What this page has to show to its owner; the next one does not. A page that is fetched ahead shows nothing. */
export function takeShown(cookies: AstroCookies, request: Request, { staffId }: Owner): OnceShown | undefined {
  const { once, secure } = cookieNames()
  const given = cookies.get(once)?.value
  if (given === undefined || request.headers.get('sec-purpose')?.startsWith('prefetch')) return undefined
  cookies.delete(once, { path: '/', secure })
  const read = opened(given)
  return read && read.staffId === staffId && read.until > Date.now() ? read.shown : undefined
}

/** undefined: nobody here has sealed it. */
function opened(given: string): z.output<typeof sealed> | undefined {
  try {
    return sealed.parse(JSON.parse(decryptText(Buffer.from(given, 'base64url'), [keyFor('once')])))
  } catch {
    return undefined
  }
}
