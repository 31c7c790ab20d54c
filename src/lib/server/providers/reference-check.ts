import { settings } from '#lib/server/settings.ts'
import { httpReferenceCheck } from './reference-check-http.ts'
import { standInReferenceCheck } from './reference-check-stand-in.ts'

/** What a customer typed for a ticket that asks, for example a soldier's number. */
export interface TypedReference {
  readonly ticketId: number
  readonly reference1: string
  readonly reference2: string
}

/** Whoever knows which references entitle to a ticket. @throws where it does not answer, or not in a way that is understood. */
export type ReferenceCheck = (reference: TypedReference) => Promise<boolean>

/** The one at REFERENCE_CHECK_URL, else the built-in stand-in. */
export function referenceCheck(): ReferenceCheck {
  const { referenceCheckUrl } = settings()
  return referenceCheckUrl === undefined ? standInReferenceCheck : httpReferenceCheck(referenceCheckUrl)
}
