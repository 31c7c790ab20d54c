import type { Checks } from './check.ts'

const SHOWN = 'lib/server/sales/live/shown.ts'

/** Whose sales reports show. */
export const SALES_CHECKS = {
  'reports are of what the account may see': {
    file: SHOWN,
    text: 'mayStaff(member, permission, { businessId, featureId })',
    without: 'true',
  },
  'screens of numbers are of their permission': {
    file: 'pages/PRES-live/_sales/_open.ts',
    text: 'openDoorFor(context, PERMISSIONS.reports)',
    without: 'openDoorFor(context)',
  },
  'files of numbers are of their permission': {
    file: 'pages/PRES-live/export.ts',
    text: '!mayStaff(member, PERMISSIONS.reports)',
    without: 'false',
  },
  'files stand in the log of staff': {
    file: 'pages/PRES-live/export.ts',
    text: "await noteStaffAct(database(), { staffId: member.staffId, action: 'export', subject: name, address, device })",
    without: 'await Promise.resolve()',
  },
  'an id of others is unknown': { file: SHOWN, text: 'narrowed.some(({ list }) => list.length === 0)', without: 'false' },
} as const satisfies Checks
