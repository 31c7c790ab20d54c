import { database } from './db/connect.ts'

/** Who is signed in at a visitor's session, as far as orders ask. */
export interface SignedInCustomer {
  readonly customerId: number
  /** Has a membership that is active now. */
  readonly isMember: boolean
}

interface Member {
  readonly isAvailable?: unknown
  readonly isExpired?: unknown
  readonly isNotStarted?: unknown
}

interface CustomerRow {
  readonly CustomerId?: unknown
  readonly Members?: unknown
}

/** A customer counts as signed in when the session's customer has a CustomerId (spec §4); undefined where nobody is. */
export async function customerOf(uuid: string): Promise<SignedInCustomer | undefined> {
  const { rows } = await database().query<{ customer: CustomerRow | null }>({
    name: 'customer-of-session',
    text: 'SELECT customer_info AS customer FROM session WHERE uuid = $1',
    values: [uuid],
  })
  const { CustomerId, Members } = rows[0]?.customer ?? {}
  if (typeof CustomerId !== 'number') return undefined
  return { customerId: CustomerId, isMember: Array.isArray(Members) && (Members as readonly Member[]).some(isActive) }
}

function isActive({ isAvailable, isExpired, isNotStarted }: Member): boolean {
  return isAvailable !== false && isExpired !== true && isNotStarted !== true
}
