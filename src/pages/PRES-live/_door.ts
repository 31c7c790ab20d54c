import type { APIContext } from 'astro'
import { mayStaff, type Permission, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { accept, type Refusal, type Result } from '#lib/domain/result.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { closeStaffSession, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { signInByPasskey } from '#lib/server/staff/passkeys/passkey-sign-in.ts'
import { LONGEST_ANSWER } from '#lib/server/staff/passkeys/read-answer.ts'
import { giveStaffCode, waitsForCode } from '#lib/server/staff/sign-in/staff-code.ts'
import { signInStaff } from '#lib/server/staff/sign-in/staff-password.ts'
import { textOf } from '#lib/text/text.ts'

type Context = Pick<APIContext, 'request' | 'locals' | 'cookies' | 'clientAddress' | 'url'>

/** What a page of staff is opened with. */
export type PageContext = Context & Pick<APIContext, 'redirect' | 'rewrite'>

/** The door of every page of staff: who is signed in, or what the sign-in asks for. */
export interface Door {
  readonly ask: StaffAsk
  readonly member: StaffMember | undefined
  /** Whether the password was given and the second factor is awaited. */
  readonly isForCode: boolean
  /** What a form of the page itself sent; undefined if none did. */
  readonly sent: FormData | undefined
  readonly problem?: string
  readonly status: number
}

/** Opens a page of staff, and takes the forms of the sign-in, which every such page shows to those who are not signed in. `goTo`: done. */
export async function openDoor(context: Context): Promise<Door | { readonly goTo: string }> {
  const ask = askOf(context)
  const { request, url } = context
  if (request.method !== 'POST') return doorOf(ask)
  if (isCrossSite(request)) return refusedDoor(context, ask, { code: 'CROSS_SITE' })
  const sent = await readForm(request)
  const act = actIn(DOOR_ACTS, sent)
  if (!act) return { ...(await doorOf(ask)), sent }
  const done = await act(ask, sent)
  return done.ok ? { goTo: url.pathname } : refusedDoor(context, ask, done.refusal)
}

/** Opens the door of a page for those who have its permission, if it needs one. Who is signed in without it finds no such page. */
export async function openDoorFor(context: PageContext, permission?: Permission): Promise<Door | Response> {
  const door = await openDoor(context)
  if ('goTo' in door) return context.redirect(door.goTo, 303)
  return door.member && permission && !mayStaff(door.member, permission) ? noPage(context) : door
}

/** The page of what is not found, as a plain request: the body of a form was read already. */
export function noPage(context: PageContext): Promise<Response> {
  return context.rewrite(new Request(new URL('/404', context.url), { headers: context.request.headers }))
}

/** The page's address after a form was done. */
export function doneAt(url: URL): string {
  const query = new URLSearchParams(url.searchParams)
  query.set('done', '1')
  return `${url.pathname}?${query.toString()}`
}

export function askOf({ cookies, request, clientAddress, locals }: Omit<Context, 'url'>): StaffAsk {
  if (!locals.visitor) throw new Error('A page of staff came without a visitor.')
  const { uuid, sidHash } = locals.visitor
  return { cookies, request, source: sourceOf(request, clientAddress), uuid, browser: sidHash }
}

async function doorOf(ask: StaffAsk): Promise<Door> {
  const member = await staffOf(ask.cookies)
  return { ask, member, isForCode: !member && (await waitsForCode(ask)) !== undefined, sent: undefined, status: 200 }
}

async function refusedDoor({ locals }: Context, ask: StaffAsk, { code, facts }: Refusal): Promise<Door> {
  return { ...(await doorOf(ask)), problem: textOf(locals.locale)(`errors.${code}`, facts), status: statusOf(code) }
}

const DOOR_ACTS: Readonly<Record<string, (ask: StaffAsk, sent: FormData) => Promise<Result<unknown>>>> = {
  signIn: (ask, sent) => signInStaff(ask, textIn(sent, 'email'), textIn(sent, 'password')),
  passkey: (ask, sent) => signInByPasskey(ask, textIn(sent, 'passkey', LONGEST_ANSWER)),
  code: (ask, sent) => giveStaffCode(ask, textIn(sent, 'code')),
  signOut: (ask) =>
    inTransaction(async (client) => {
      await closeStaffSession(client, ask)
      return accept(null)
    }),
}

/** The act that a form names; undefined if the table has none of that name, whatever every object has. */
export function actIn<Act>(acts: Readonly<Record<string, Act>>, sent: FormData): Act | undefined {
  const name = textIn(sent, 'act')
  return Object.hasOwn(acts, name) ? acts[name] : undefined
}

/** A field of a form; '' if it is missing, too long or a file. */
export function textIn(sent: FormData, name: string, most = 300): string {
  const value = sent.get(name)
  return typeof value === 'string' && value.length <= most && !value.includes('\0') ? value : ''
}
