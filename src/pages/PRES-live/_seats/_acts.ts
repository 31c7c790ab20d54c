import type { HoldsDone } from '#layouts/parts/staff/holds-done.ts'
import { DOMAIN_QUERY, PRES_LIVE } from '#lib/domain/orders/producer-area.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { holdChosen, releaseChosen, releaseHeld } from '#lib/server/sales/holds/holds.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { noteVisitor } from '#lib/server/staff/session/staff-visitor.ts'
import { actIn, textIn } from '../_door.ts'

interface Form {
  readonly ask: StaffAsk
  readonly member: StaffMember
  readonly sent: FormData
  /** Of the list of presentations. */
  readonly path: string
}

/** Takes a form of the map or of the list: holds or releases what the browser's visitor has chosen, or releases all. @returns where to go then, back to the map also if nothing is chosen */
export async function actOnSeats({ ask, member, sent, path }: Form): Promise<Result<string>> {
  const presentation = textIn(sent, 'presentation')
  const act = actIn(ACTS, sent)
  if (!act) return refuse('BAD_REQUEST')
  if (!/^[1-9]\d{0,8}$/.test(presentation)) return refuse('NOT_FOUND')
  await noteVisitor(ask.cookies, ask.uuid)
  const producer = { staff: { member, ...whenceOf(ask.source, ask.request) }, visitor: ask.uuid }
  const done = await act.work(producer, Number(presentation))
  const isMap = textIn(sent, 'from') === 'map'
  const back = (told: HoldsDone) =>
    accept(isMap ? `/order/${presentation}?${DOMAIN_QUERY}=${PRES_LIVE}&done=${told}` : `${path}?done=${told}`)
  if (!done.ok) return isMap && done.refusal.code === 'NO_SEATS_CHOSEN' ? back('notChosen') : done
  return back(act.told)
}

/** What the forms ask for, and as what it is told. */
const ACTS: Readonly<Record<string, { readonly work: typeof holdChosen; readonly told: HoldsDone }>> = {
  hold: { work: holdChosen, told: 'held' },
  release: { work: releaseChosen, told: 'released' },
  releaseAll: { work: ({ staff }, presentationId) => releaseHeld(staff, presentationId), told: 'released' },
}
