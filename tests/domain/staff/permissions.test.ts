import { describe, expect, it } from 'vitest'
import { businessesOf, mayStaff, PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'

function member(given: Partial<StaffMember> = {}): StaffMember {
  return {
    ...{ staffId: 1, firstName: 'דנה', lastName: 'לביא', permissions: new Set([PERMISSIONS.reports]) },
    ...{ businessIds: [1, 2], featureIds: 'all', ...given },
  }
}

describe('one function decides what staff may do', () => {
  it.each([
    ['R6.18 the permission of the role is needed', member(), PERMISSIONS.reports, undefined, true],
    ['R6.18 another permission opens nothing', member(), PERMISSIONS.producerSeats, { businessId: 1 }, false],
    ['an own business is open', member(), PERMISSIONS.reports, { businessId: 2 }, true],
    ['another business is closed', member(), PERMISSIONS.reports, { businessId: 3 }, false],
    ['no business at all is closed', member({ businessIds: [] }), PERMISSIONS.reports, { businessId: 1 }, false],
    ['all businesses are open', member({ businessIds: 'all' }), PERMISSIONS.reports, { businessId: 9 }, true],
    ['an own show is open', member({ featureIds: [5] }), PERMISSIONS.reports, { businessId: 1, featureId: 5 }, true],
    ['another show of an own business is closed', member({ featureIds: [5] }), PERMISSIONS.reports, { businessId: 1, featureId: 6 }, false],
    [
      'an own show’s number in another business is closed',
      member({ featureIds: [5] }),
      PERMISSIONS.reports,
      { businessId: 3, featureId: 5 },
      false,
    ],
    ['a whole business is closed to who sees some shows', member({ featureIds: [5] }), PERMISSIONS.reports, { businessId: 1 }, false],
  ] as const)('%s', (_rule, who, permission, scope, isAllowed) => {
    expect(mayStaff(who, permission, scope)).toBe(isAllowed)
  })

  it.each([
    [[1, 2], undefined, [1, 2]],
    [[1, 2], [2, 3], [2]],
    [[1, 2], [], []],
    ['all', undefined, 'all'],
    ['all', [3], [3]],
  ] as const)('ids that a client names only narrow its own: %j and %j give %j', (businessIds, asked, expected) => {
    expect(businessesOf(member({ businessIds }), asked)).toEqual(expected)
  })

  it('R9.24 the permissions of the specification are 266, 267 and 268, beside two of ours', () => {
    expect(Object.values(PERMISSIONS)).toEqual([266, 267, 268, 269, 270])
  })
})
