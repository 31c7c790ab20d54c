import { editReferencePromptOptionQuantity } from '#lib/contract/staff/live-references.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingStaff } from '#lib/server/sales/acts/acting-staff.ts'
import { editQuantity } from '#lib/server/sales/acts/edit-quantity.ts'

export const POST = serve(editReferencePromptOptionQuantity, (asked) => editQuantity(actingStaff(asked), asked))
export const ALL = onlyMethods('POST')
