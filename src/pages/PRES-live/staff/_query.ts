import { readAction } from '#lib/domain/staff/actions.ts'
import { lacksFactor, type StaffListed } from '#lib/server/staff/people/people.ts'
import type { AuditPlace, AuditQuery } from '#lib/server/staff/people/audit-list.ts'
import { dateIn, idIn } from '#lib/server/sales/screens/screen-query.ts'

/** Where owners see the staff. */
export const STAFF_PAGE = '/PRES-live/staff'

/** What opens over the page. */
export const ASKED = ['invite', 'change', 'role', 'key', 'webhook'] as const
export type Asked = (typeof ASKED)[number]

/** What the page is asked for; a field that makes no sense is as if it was left out. */
export interface StaffQuery {
  /** A part of a name or an address. */
  readonly find: string
  /** The name of a role; '': any. */
  readonly role: string
  readonly isWithoutFactor: boolean
  readonly asked: Asked | undefined
  /** Whom a question is about, or which role. */
  readonly about: string
  readonly log: AuditQuery
  readonly place: AuditPlace | undefined
}

/** The fields by which people are chosen, and those of the log. */
export const PEOPLE_FIELDS = ['find', 'role', 'factor'] as const
export const LOG_FIELDS = ['who', 'action', 'from', 'to'] as const

export function readStaffQuery(params: URLSearchParams): StaffQuery {
  return {
    find: (params.get('find') ?? '').replaceAll('\0', '').slice(0, 100),
    role: (params.get('role') ?? '').slice(0, 40),
    isWithoutFactor: params.get('factor') === 'none',
    asked: ASKED.find((one) => one === params.get('ask')),
    about: (params.get('about') ?? '').slice(0, 40),
    log: readLogQuery(params),
    place: placeIn(params),
  }
}

/** Which lines of the log a query asks for. */
export function readLogQuery(params: URLSearchParams): AuditQuery {
  const action = readAction(params.get('action'))
  return { staffId: idIn(params, 'who'), action, from: dateIn(params, 'from'), to: dateIn(params, 'to') }
}

function placeIn(params: URLSearchParams): AuditPlace | undefined {
  const way = (['older', 'newer'] as const).find((one) => /^[1-9]\d{0,14}$/.test(params.get(one) ?? ''))
  return way && { way, auditId: Number(params.get(way)) }
}

/** The page with the choice of people and of lines as it is, and without what was asked or done before. */
export function staffPage(url: URL, changed: Readonly<Record<string, string>> = {}): string {
  const kept = [...PEOPLE_FIELDS, ...LOG_FIELDS].flatMap((name) => {
    const value = changed[name] ?? url.searchParams.get(name) ?? ''
    return value === '' ? [] : [[name, value]]
  })
  const others = Object.entries(changed).filter(([name, value]) => value !== '' && !kept.some(([one]) => one === name))
  const query = new URLSearchParams([...kept, ...others])
  return query.size === 0 ? STAFF_PAGE : `${STAFF_PAGE}?${query.toString()}`
}

/** Those of the people whom a query is about. */
export function chosenPeople(people: readonly StaffListed[], { find, role, isWithoutFactor }: StaffQuery): readonly StaffListed[] {
  const wanted = find.trim().toLocaleLowerCase()
  return people.filter((person) => {
    const named = `${person.firstName} ${person.lastName} ${person.email}`.toLocaleLowerCase()
    return named.includes(wanted) && (role === '' || person.role === role) && !(isWithoutFactor && !lacksFactor(person))
  })
}
