/** What a customer typed for a ticket that asks, for example a soldier's number. */
export interface TypedReference {
  readonly ticketId: number
  readonly reference1: string
  readonly reference2: string
}

/** Whoever knows which references entitle to a ticket. @throws where it does not answer, or not in a way that is understood. */
export type ReferenceCheck = (reference: TypedReference) => Promise<boolean>
