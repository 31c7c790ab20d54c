import { describe, expect, it } from 'vitest'
import { mayGrant, mayManage } from '#lib/domain/staff/manage.ts'
import { menuOf } from '#lib/domain/staff/menu.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { EVERYTHING, limitOf, narrow, reachOf, readNumbers, type Reach } from '#lib/domain/staff/reach.ts'
import { permissionsOf, readRoleName, ROLES, type Role } from '#lib/domain/staff/roles.ts'

function member(role: string, businessIds: Reach['businessIds'] = 'all', featureIds: Reach['featureIds'] = 'all'): StaffMember {
  return {
    staffId: 1,
    firstName: 'דנה',
    lastName: 'לביא',
    permissions: permissionsOf(role in ROLES ? ROLES[role as Role] : []),
    businessIds,
    featureIds,
  }
}

describe('whom an owner may manage', () => {
  it.each([
    ['the whole house manages all', member('owner'), 'all', 'all', true],
    ['a manager manages nobody', member('manager'), [1], 'all', false],
    ['a business manages its own', member('owner', [1, 2]), [1], 'all', true],
    ['a business gives out nothing of another one', member('owner', [1, 2]), [2, 3], 'all', false],
    ['a business gives out no whole house', member('owner', [1]), 'all', 'all', false],
    ['a business gives out its shows', member('owner', [1]), [1], [5], true],
    ['some shows are given out by who sees them', member('owner', [1], [5, 6]), [1], [5], true],
    ['other shows are not', member('owner', [1], [5, 6]), [1], [5, 7], false],
    ['an own show is not given out in another business too', member('owner', [1], [5]), [1, 2], [5], false],
    ['all shows are not given out by who sees some', member('owner', [1], [5]), [1], 'all', false],
    ['who sees some shows everywhere gives out no house', member('owner', 'all', [5]), 'all', [5], false],
    ['a manager of a business manages nobody in it', member('manager', [1]), [1], [5], false],
  ] as const)('%s', (_rule, owner, businessIds, featureIds, isAllowed) => {
    expect(mayManage(owner, { businessIds, featureIds })).toBe(isAllowed)
  })
})

it.each([
  ['', 'all'],
  [' , ;', 'all'],
  ['1', [1]],
  ['1, 2 ;3', [1, 2, 3]],
  ['2,2', [2]],
  ['0', undefined],
  ['1,x', undefined],
  ['-1', undefined],
  ['123456789', [123_456_789]],
  ['1234567890', undefined],
  ['12a', undefined],
  ['a12', undefined],
  ['3\t4\n5', [3, 4, 5]],
])('numbers of businesses are read as they are typed: %j', (typed, expected) => {
  expect(readNumbers(typed)).toEqual(expected)
})

it.each([
  ['owner', ['reports', 'seats', 'reservations']],
  ['manager', ['reports', 'seats', 'reservations']],
  ['producer', ['reports', 'seats', 'reservations']],
  ['boxOffice', ['seats', 'reservations']],
  ['gate', []],
  ['broker', []],
  ['a role that there is no more', []],
])('R2.35 R6.17 the menu of %s', (role, items) => {
  expect(menuOf(member(role)).map(({ id }) => id)).toEqual(items)
})

it.each([
  ['R2.36', 266, ['reports']],
  ['R2.37', 267, ['seats']],
  ['R2.38', 268, ['reservations']],
] as const)('%s the menu of permission %i alone', (_id, permission, items) => {
  expect(menuOf({ ...member('gate'), permissions: permissionsOf([permission]) }).map(({ id }) => id)).toEqual(items)
})

it('names of roles are short lines, and numbers that are no permission give nothing', () => {
  expect(readRoleName('x'.repeat(40))).toBe('x'.repeat(40))
  expect(['  קופה   ראשית ', '', ' ', 'x'.repeat(41), 'a\u0000b'].map(readRoleName)).toEqual([
    'קופה ראשית',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([...permissionsOf([268, 1, 266, 999])]).toEqual([266, 268])
})

it('a limit that the database does not have is none, and an empty one lets see nothing', () => {
  expect(reachOf(null, null)).toEqual(EVERYTHING)
  expect(reachOf([], [5])).toEqual({ businessIds: [], featureIds: [5] })
  expect([limitOf('all'), limitOf([]), limitOf([5])]).toEqual([null, [], [5]])
})

it('nobody gives out what the own account does not have', () => {
  const clerk = { ...member('owner'), permissions: permissionsOf([270, 268]) }
  const may = (who: StaffMember) =>
    (Object.keys(ROLES) as Role[]).filter((role) => mayGrant(who, { ...EVERYTHING, permissions: permissionsOf(ROLES[role]) }))
  expect([may(member('owner')), may(clerk), may(member('manager'))]).toEqual([Object.keys(ROLES), ['gate'], []])
})

it.each([
  ['a role without limits is given out by who sees a business', [1], 'all', {}, true],
  ['a role of an own business', [1, 2], 'all', { businessIds: [2] }, true],
  ['a role of another business too', [1], 'all', { businessIds: [1, 2] }, false],
  ['a role of an own show', [1], [5, 6], { featureIds: [6] }, true],
  ['a role of another show', [1], [5, 6], { featureIds: [7] }, false],
  ['a role of anything by who sees the whole house', 'all', 'all', { businessIds: [9], featureIds: [9] }, true],
] as const)('nobody gives out a role for more than the own account sees: %s', (_rule, businessIds, featureIds, limits, isAllowed) => {
  const role = { ...EVERYTHING, ...limits, permissions: permissionsOf([266]) }
  expect(mayGrant(member('owner', businessIds, featureIds), role)).toBe(isAllowed)
})

it.each([
  [EVERYTHING, EVERYTHING, EVERYTHING],
  [EVERYTHING, { businessIds: [1], featureIds: [5] }, { businessIds: [1], featureIds: [5] }],
  [
    { businessIds: [1, 2], featureIds: 'all' },
    { businessIds: [2, 3], featureIds: [5] },
    { businessIds: [2], featureIds: [5] },
  ],
  [{ businessIds: [1], featureIds: [5] }, EVERYTHING, { businessIds: [1], featureIds: [5] }],
  [
    { businessIds: [1], featureIds: 'all' },
    { businessIds: [2], featureIds: 'all' },
    { businessIds: [], featureIds: 'all' },
  ],
] as const)('an account sees what both it and its role let it see: %j and %j', (own, ofRole, both) => {
  expect(narrow(own, ofRole)).toEqual(both)
})
