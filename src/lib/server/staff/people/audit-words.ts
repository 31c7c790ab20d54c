import { isDoneToStaff } from '#lib/domain/staff/actions.ts'
import { ROLES } from '#lib/domain/staff/roles.ts'
import type { Translate } from '#lib/text/translate.ts'
import type { AuditLine } from './audit-list.ts'
import type { StaffListed } from './people.ts'

/** A line of the log in words. */
export interface AuditWords {
  readonly who: string
  readonly what: string
  /** Which role was given, and instead of which; undefined: none was. */
  readonly given: string | undefined
  readonly whom: string
}

/** `sign in` is the text act_signIn; what has no text of its own is shown as it is stored. */
export function actionText(t: Translate, action: string): string {
  const key = `act_${action.replaceAll(/ (\w)/g, (_all, letter: string) => letter.toUpperCase())}`
  const text = t(`staff.${key}`)
  return text === `staff.${key}` || text === key ? action : text
}

/** Reads lines of the log to who sees these people. */
export function auditWords(t: Translate, people: readonly StaffListed[]): (line: AuditLine) => AuditWords {
  const names = new Map(people.map(({ staffId, firstName, lastName }) => [staffId, `${firstName} ${lastName}`.trim()]))
  return ({ staffId, action, subject, role, roleBefore }) => ({
    who: (staffId === null ? undefined : names.get(staffId)) ?? t('staff.nobodyKnown'),
    what: actionText(t, action),
    given: role === null ? undefined : givenText(t, role, roleBefore ?? role),
    whom: (isDoneToStaff(action) ? names.get(Number(subject)) : undefined) ?? subject,
  })
}

function givenText(t: Translate, role: string, before: string): string {
  const nameOf = (one: string) => (Object.hasOwn(ROLES, one) ? t(`staff.role_${one}`) : one)
  return t(before === role ? 'staff.roleGiven' : 'staff.roleChanged', { to: nameOf(role), from: nameOf(before) })
}
