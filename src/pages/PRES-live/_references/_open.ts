import { refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { editQuantity } from '#lib/server/sales/acts/edit-quantity.ts'
import {
  readReferenceQuery,
  referenceScreen,
  type ReferenceQuery,
  type ReferenceScreen,
} from '#lib/server/sales/screens/reference-screen.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { doneAt, noPage, openDoorFor, textIn, type Door, type PageContext } from '../_door.ts'

/** The administration of references as it was opened: the sign-in, or the references, with what was typed for a quantity that was not set. */
export interface OpenedReferences {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly query: ReferenceQuery
  readonly screen: ReferenceScreen | undefined
  readonly typed: { readonly rowId: number; readonly quantity: string; readonly problem: string } | undefined
  readonly problem: string | undefined
  readonly status: number
}

/** Opens the references for who is signed in, or sets a quantity. Who may not see reports, and what is another's, finds no such page. */
export async function openReferences(context: PageContext): Promise<OpenedReferences | Response> {
  const { url, locals } = context
  const door = await openDoorFor(context, PERMISSIONS.reports)
  if (door instanceof Response) return door
  const { member, sent } = door
  const query = readReferenceQuery(url.searchParams)
  const nothing = { screen: undefined, typed: undefined }
  if (!member) return { ...nothing, door, member, query, problem: door.problem, status: door.status }
  const set = sent && (await setQuantity(door.ask, member, { query, sent }))
  if (set?.ok) return context.redirect(doneAt(url), 303)
  const read = await referenceScreen(member, query)
  if (!read.ok && read.refusal.code === 'NOT_FOUND') return noPage(context)
  const told = (refusal: Refusal) => wordsOf(refusal, textOf(locals.locale))
  const status = set ? statusOf(set.refusal.code) : read.ok ? 200 : statusOf(read.refusal.code)
  const typed = set && { rowId: Number(textIn(sent, 'rowId')), quantity: textIn(sent, 'quantity'), problem: told(set.refusal) }
  return { door, member, query, screen: read.ok ? read.value : undefined, typed, problem: read.ok ? undefined : told(read.refusal), status }
}

function wordsOf({ code, facts }: Refusal, t: Translate): string {
  return code === 'FORM_INVALID' ? t('producer.quantityWrong', { limit: MOST.toLocaleString('en-US') }) : t(`errors.${code}`, facts)
}

interface Asked {
  readonly query: ReferenceQuery
  readonly sent: FormData
}

/** Sets how often the reference of a row may be used; the row is of the ticket or price that the page shows. */
async function setQuantity(
  { source, request }: StaffAsk,
  member: StaffMember,
  { query: { chosen }, sent }: Asked,
): Promise<Result<unknown>> {
  const [row, quantity, expected] = ['rowId', 'quantity', 'expected'].map((name) => numberIn(sent, name))
  if (!chosen || row === undefined || row === 0) return refuse('NOT_FOUND')
  if (quantity === undefined) return refuse('FORM_INVALID', { field: 'quantity' })
  return editQuantity(
    { member, ...whenceOf(source, request) },
    {
      params: { ...chosen, priceRowId: row },
      body: { quantity, ...(expected !== undefined && { expectedQuantity: expected }) },
    },
  )
}

/** undefined if it is no whole number from 0 to a million. */
function numberIn(sent: FormData, name: string): number | undefined {
  const text = textIn(sent, name).trim()
  return /^\d{1,7}$/.test(text) && Number(text) <= MOST ? Number(text) : undefined
}

/** As often as a reference may be used at most. */
export const MOST = 1_000_000
