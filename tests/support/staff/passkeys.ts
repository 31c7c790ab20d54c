import { randomBytes, randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { giveChallenge } from '#lib/server/staff/passkeys/challenge.ts'
import { begunPasskey, confirmPasskey } from '#lib/server/staff/own-factors/own-passkeys.ts'
import { passkeyRequest } from '#lib/server/staff/passkeys/passkey-challenge.ts'
import { relyingParty } from '#lib/server/staff/passkeys/relying-party.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { PasskeyDevice } from './passkey-device.ts'
import { aStaffMember, type StaffPerson } from './staff.ts'

/** A device on a page of the shop of this test. */
export function aDevice(): PasskeyDevice {
  return new PasskeyDevice(relyingParty()?.origin ?? '')
}

/** A browser that knows a visitor, and somebody of the staff if a cookie says so. */
export function staffBrowser(cookie = '', caller: string | null = null): StaffAsk {
  const request = new Request('http://127.0.0.1/PRES-live', { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' } })
  return { request, cookies: cookiesOf({ cookie }), source: { caller, network: caller }, uuid: randomUUID(), browser: randomBytes(32) }
}

/** Lets a device make a passkey for whoever is signed in in the browser, who has just given a second factor. */
export async function addPasskey(ask: StaffAsk, staffId: number, device = aDevice()): Promise<PasskeyDevice> {
  await giveChallenge(database(), staffSidHash(ask.cookies) ?? Buffer.alloc(0), { purpose: 'add', name: 'הטלפון שלי' })
  const begun = await begunPasskey(ask, staffId)
  if (!begun) throw new Error('No passkey was begun.')
  const done = await confirmPasskey(ask, staffId, device.make(begun.options))
  if (!done.ok) throw new Error(done.refusal.code)
  return device
}

/** What a page asks a passkey to sign. */
export async function challengeFor(ask: StaffAsk, purpose: 'sign in' | 'prove' = 'sign in'): Promise<{ readonly challenge: string }> {
  const request = await passkeyRequest(ask, purpose)
  if (!request.ok) throw new Error(request.refusal.code)
  return request.value
}

export interface PasskeyPerson extends StaffPerson {
  readonly device: PasskeyDevice
  /** The browser in which the person is signed in. */
  readonly ask: StaffAsk
}

/** Somebody of the staff with a passkey as the only second factor, signed in. */
export async function aPersonWithPasskey(): Promise<PasskeyPerson> {
  const person = await aStaffMember()
  const ask = staffBrowser(person.cookie)
  return { ...person, ask, device: await addPasskey(ask, person.staffId) }
}
