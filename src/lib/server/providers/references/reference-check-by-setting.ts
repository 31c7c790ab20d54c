import { settings } from '#lib/server/platform/config/settings.ts'
import { httpReferenceCheck } from './reference-check-http.ts'
import { standInReferenceCheck } from './reference-check-stand-in.ts'
import type { ReferenceCheck } from './reference-check.ts'

/** The check at REFERENCE_CHECK_URL if set, otherwise the built-in stand-in. */
export function referenceCheck(): ReferenceCheck {
  const { referenceCheckUrl } = settings()
  return referenceCheckUrl === undefined ? standInReferenceCheck : httpReferenceCheck(referenceCheckUrl)
}
