/** Everything that the log of staff tells of, by kind; staff.json has its words, of `sign in` as act_signIn. */
export const STAFF_ACTIONS = {
  signIn: [
    ...(['sign in', 'sign out', 'sign in failed', 'password accepted', 'code refused'] as const),
    ...(['passkey accepted', 'passkey refused', 'passkey counter back', 'end session'] as const),
  ],
  factor: ['second factor on', 'second factor off', 'passkey added', 'passkey removed'],
  people: [
    'remind of second factor',
    ...(['invite', 'send link', 'end sessions', 'reset second factor', 'close account', 'reopen account', 'change account'] as const),
    ...(['save role', 'delete role'] as const),
  ],
  sales: ['sale', 'cancel', 'send again', 'send tickets', 'set quantity', 'hold seats', 'release seats', 'export'],
  outside: [
    ...(['add API key', 'replace API key', 'end API key', 'add webhook', 'test webhook', 'send webhook again'] as const),
    ...(['pause webhook', 'resume webhook', 'end webhook'] as const),
  ],
  broker: ['broker save', 'broker give up', 'broker lock', 'broker unlock'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ActionKind = keyof typeof STAFF_ACTIONS
export type StaffAction = (typeof STAFF_ACTIONS)[ActionKind][number]

/** The action of that name; undefined: there is none. */
export function readAction(typed: string | null): StaffAction | undefined {
  const all: readonly StaffAction[] = Object.values(STAFF_ACTIONS).flat()
  return all.find((action) => action === typed)
}

/** What is done to somebody of the staff, whose number is the subject. */
export function isDoneToStaff(action: string): boolean {
  const ofStaff: readonly string[] = [...STAFF_ACTIONS.signIn, ...STAFF_ACTIONS.factor, ...STAFF_ACTIONS.people]
  return ofStaff.includes(action) && !action.endsWith(' role')
}
