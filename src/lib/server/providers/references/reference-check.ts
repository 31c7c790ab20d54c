/** The references typed for a ticket that asks for them, for example a soldier's number. */
export interface TypedReference {
  readonly ticketId: number
  readonly reference1: string
  readonly reference2: string
}

/** Checks whether references are eligible for a ticket. @throws if there is no answer, or not an intelligible one */
export type ReferenceCheck = (reference: TypedReference) => Promise<boolean>
