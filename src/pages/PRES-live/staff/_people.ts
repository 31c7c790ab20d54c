import { readNumbers } from '#lib/domain/staff/manage.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { isRole } from '#lib/domain/staff/roles.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { auditFor, type AuditLine } from '#lib/server/staff/people/audit-list.ts'
import { actOnPerson, invite, PEOPLE_ACTS, type OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { staffFor, type StaffListed } from '#lib/server/staff/people/people.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { textIn } from '../_door.ts'

/** The page on which owners see the staff and what it did. */
export interface PeoplePage {
  readonly people: readonly StaffListed[]
  readonly audit: readonly AuditLine[]
  readonly problem?: string
  readonly status: number
}

interface Asked {
  readonly ask: StaffAsk
  readonly member: StaffMember
  readonly sent: FormData | undefined
  readonly locale: Locale
  readonly url: URL
}

/** Opens the page, or takes one of its forms. `goTo`: done. */
export async function openPeople({ ask, member, sent, locale, url }: Asked): Promise<PeoplePage | { readonly goTo: string }> {
  const done = sent && (await act({ ...ask, owner: member, locale }, sent))
  if (done?.ok) return { goTo: '/PRES-live/staff?done' }
  const before = /^[1-9]\d{0,15}$/.exec(url.searchParams.get('before') ?? '')
  const people = await staffFor(member)
  const audit = await auditFor(member, people, before ? Number(before[0]) : undefined)
  if (!done) return { people, audit, status: 200 }
  const { code, facts } = done.refusal
  return { people, audit, problem: textOf(locale)(`errors.${code}`, facts), status: statusOf(code) }
}

function act(ask: OwnerAsk, sent: FormData): Promise<Result<null>> {
  const name = textIn(sent, 'act')
  const personal = PEOPLE_ACTS.find((one) => one === name)
  if (personal) {
    const id = textIn(sent, 'staffId')
    return /^[1-9]\d{0,8}$/.test(id) ? actOnPerson(ask, personal, Number(id)) : Promise.resolve(refuse('NOT_FOUND'))
  }
  return name === 'invite' ? inviteByForm(ask, sent) : Promise.resolve(refuse('BAD_REQUEST'))
}

function inviteByForm(ask: OwnerAsk, sent: FormData): Promise<Result<null>> {
  const [email, firstName, lastName, role] = ['email', 'firstName', 'lastName', 'role'].map((field) => textIn(sent, field).trim())
  const [businessIds, featureIds] = [readNumbers(textIn(sent, 'businesses')), readNumbers(textIn(sent, 'features'))]
  const missing = [
    ['firstName', firstName],
    ['email', email],
    ['businesses', businessIds],
    ['features', featureIds],
  ].find(([, value]) => value === undefined || value === '')
  if (missing || !email || !firstName || !businessIds || !featureIds || !role || !isRole(role))
    return Promise.resolve(refuse('FORM_INVALID', { field: String(missing?.[0] ?? 'role') }))
  return invite(ask, { email, firstName, lastName: lastName ?? '', role, businessIds, featureIds })
}
