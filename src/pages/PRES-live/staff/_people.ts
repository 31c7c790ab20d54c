import { mayStaff, PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { auditFor, type AuditPage } from '#lib/server/staff/people/audit-list.ts'
import { houseKeys, managesHouse } from '#lib/server/staff/outside/house-keys.ts'
import { houseWebhooks, type HouseWebhook } from '#lib/server/staff/outside/house-webhooks.ts'
import { showOnce, takeShown, type OnceShown } from '#lib/server/staff/outside/shown-once.ts'
import type { ListedKey } from '#lib/server/keys/api-keys.ts'
import { rolesFor, type RoleListed } from '#lib/server/staff/people/roles.ts'
import { staffFor, type StaffListed } from '#lib/server/staff/people/people.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { textOf } from '#lib/text/text.ts'
import { openDoorFor, type Door, type PageContext } from '../_door.ts'
import { actOnStaff, typedIn, type Typed } from './_acts.ts'
import { readStaffQuery, staffPage, type Asked, type StaffQuery } from './_query.ts'

/** The page on which owners see the staff and what it did. */
interface PeoplePage {
  readonly query: StaffQuery
  /** Everybody whom the member may manage. */
  readonly people: readonly StaffListed[]
  /** Those that the member may give out. */
  readonly roles: readonly RoleListed[]
  /** What opens over the page, and whom or what it is about. */
  readonly asked: Asked | undefined
  readonly person?: StaffListed
  /** One of the own house that is to be changed. */
  readonly chosenRole?: RoleListed
  readonly audit: AuditPage
  /** Whether the form before was done, and no other was refused since. */
  readonly isDone: boolean
  /** A secret, on the one page that shows it. */
  readonly shown?: OnceShown
  /** The API keys of the house; undefined: the member does not manage all of it. */
  readonly keys: readonly ListedKey[] | undefined
  /** Whom the house tells of orders; undefined as the keys. */
  readonly webhooks: readonly HouseWebhook[] | undefined
  /** What was typed, if it was refused. */
  readonly typed?: Typed
  readonly problem?: string
}

/** The page as it was opened: the sign-in, or the staff. */
export interface OpenedPeople {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly page: PeoplePage | undefined
  readonly status: number
}

/** Opens the page for who is signed in, or takes one of its forms. Whoever is no owner finds no such page. */
export async function openPeople(context: PageContext): Promise<OpenedPeople | Response> {
  const { url, locals } = context
  const door = await openDoorFor(context, PERMISSIONS.people)
  if (door instanceof Response) return door
  const { ask, member, sent } = door
  if (!member) return { door, member, page: undefined, status: door.status }
  const done = sent && (await actOnStaff({ ...ask, owner: member, locale: locals.locale }, sent))
  if (done?.ok) {
    // The page after this one shows it, so that to load that again neither sends the form again nor shows it twice.
    if (done.value) showOnce(ask.cookies, member, done.value)
    const now = await staffOf(ask.cookies)
    return context.redirect(now && mayStaff(now, PERMISSIONS.people) ? staffPage(url, { done: '1' }) : '/PRES-live', 303)
  }
  const typed = sent && typedIn(sent)
  const shown = done ? undefined : takeShown(ask.cookies, context.request, member)
  const page = { ...(await readPage(member, url, typed)), isDone: !done && url.searchParams.has('done'), ...(shown && { shown }) }
  if (!typed || !done) return { door, member, page, status: 200 }
  const { code, facts } = done.refusal
  return { door, member, page: { ...page, typed, problem: textOf(locals.locale)(`errors.${code}`, facts) }, status: statusOf(code) }
}

async function readPage(member: StaffMember, url: URL, typed: Typed | undefined): Promise<Omit<PeoplePage, 'isDone'>> {
  const query = readStaffQuery(url.searchParams)
  const [people, roles, keys, webhooks] = await Promise.all([staffFor(member), rolesFor(member), houseKeys(member), houseWebhooks(member)])
  const audit = await auditFor({ owner: member, people }, query.log, query.place)
  const { asked, ...about } = askedOf(query, typed, { people, roles })
  const isClosed = (asked === 'key' || asked === 'webhook') && !managesHouse(member)
  return { query, people, roles, audit, keys, webhooks, asked: isClosed ? undefined : asked, ...about }
}

/** The question that a form was the answer to, or that the address asks. One about nobody, and about a role of nobody, is none. */
function askedOf(query: StaffQuery, typed: Typed | undefined, { people, roles }: Pick<PeoplePage, 'people' | 'roles'>) {
  const asked = (typed && ASKED_BY.get(typed.act)) ?? query.asked
  const about = typed?.act === 'changeAccount' ? typed.text('staffId') : query.about
  const person = people.find(({ staffId }) => String(staffId) === about)
  const chosenRole = roles.find(({ role, isReadyMade }) => !isReadyMade && role === about)
  if (asked === 'change') return person ? { asked, person } : { asked: undefined }
  return { asked, ...(asked === 'role' && chosenRole && { chosenRole }) }
}

const ASKED_BY: ReadonlyMap<string, Asked> = new Map([
  ['invite', 'invite'],
  ['changeAccount', 'change'],
  ['saveRole', 'role'],
  ['addKey', 'key'],
  ['addWebhook', 'webhook'],
])
