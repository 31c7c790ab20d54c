import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { enqueueSealed, type SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { lockStaff } from './keep-an-owner.ts'
import type { OwnerAsk } from './manage-people.ts'
import { lacksFactor, staffFor, type StaffListed } from './people.ts'

/** Seconds for which such a mail is tried. */
const WORTH = 259_200

/** What the mail says: that a password alone lets in, and where a second factor is set up. Nothing in it opens anything. */
export function reminderBody({ locale, name }: { readonly locale: Locale; readonly name: string }): SealedBody {
  const t = textOf(locale)
  const values = { name, brand: settings().brand.name }
  const address = new URL('/PRES-live/account', settings().publicOrigin).href
  const lines = [t('staff.remindText', values), address, t('staff.remindNote', values)]
  return { locale, subject: t('staff.remindSubject', values), text: lines.join('\n\n'), button: t('staff.remindButton') }
}

/**
 * Reminds everybody whom the owner may manage and who signs in by a password alone, each once a day at most, whoever asks.
 * Refusals: NOT_FOUND (nobody is to be reminded).
 */
export async function remindOfFactor(ask: OwnerAsk): Promise<Result<null>> {
  return inTransaction(async (client): Promise<Result<null>> => {
    // Of two who ask at once the second one reads what the first has noted.
    await lockStaff(client)
    const people = (await staffFor(ask.owner, client)).filter((person) => lacksFactor(person) && !person.isReminded)
    if (people.length === 0) return refuse('NOT_FOUND')
    for (const person of people) await remind(client, ask, person)
    return accept(null)
  })
}

async function remind(client: Queryable, ask: OwnerAsk, { staffId, email, firstName }: StaffListed): Promise<void> {
  const { owner, source, request, locale } = ask
  const body = reminderBody({ locale, name: firstName })
  await enqueueSealed(client, { channel: 'mail', kind: 'staff reminder', recipient: email, body, expiresIn: WORTH })
  await noteStaffAct(client, {
    ...whenceOf(source, request),
    ...{ staffId: owner.staffId, action: 'remind of second factor', subject: String(staffId) },
  })
}
