import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { callerLimit, countTry, takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { openStaffSession, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { countCodeTry } from '#lib/server/staff/sign-in/staff-code.ts'
import { checkSignature, noteRefusedPasskey, passkeyNamed, usePasskey } from './check-passkey.ts'
import { readAssertion } from './read-answer.ts'

const QUARTER = 900

/**
 * Lets staff in by a passkey alone: the device knew its owner, so it counts as both factors. Opens a session under a new secret.
 * Refusals: PASSKEY_NOT_HERE, PASSKEY_EXPIRED, PASSKEY_REFUSED (also of a closed account and a removed passkey), PASSKEY_COPIED, TOO_MANY_REQUESTS.
 * @param typed what the browser sent of it, as JSON
 */
export async function signInByPasskey(ask: StaffAsk, typed: string): Promise<Result<null>> {
  const answer = readAssertion(typed)
  if (!answer) return refuse('PASSKEY_REFUSED')
  const { caller } = ask.source
  const tries = await countTry({ uuid: ask.uuid, caller }, [
    callerLimit({ kind: 'staff passkey from', who: caller, most: 20, seconds: QUARTER }),
  ])
  if (!tries.ok) return tries
  const passkey = await passkeyNamed(answer)
  const ownTries = passkey && (await countCodeTry(ask, passkey.staffId))
  if (ownTries && !ownTries.ok) return ownTries
  const done = await signInBy(ask, answer, passkey)
  if (done.ok) await Promise.all([tries, ...(ownTries ? [ownTries] : [])].map(({ value }) => takeBackTries(value)))
  else await noteRefusedPasskey(ask, passkey?.staffId, done.refusal)
  return done
}

async function signInBy(
  ask: StaffAsk,
  answer: NonNullable<ReturnType<typeof readAssertion>>,
  passkey: Awaited<ReturnType<typeof passkeyNamed>>,
): Promise<Result<null>> {
  if (answer.response.userHandle === undefined) return refuse('PASSKEY_REFUSED')
  const signed = await checkSignature({ boundTo: ask.browser, purpose: 'sign in' }, answer, passkey)
  if (!signed.ok) return signed
  const { staffId } = signed.value
  return inTransaction(async (client): Promise<Result<null>> => {
    const used = await usePasskey(client, signed.value)
    if (!used.ok) return used
    await noteStaffAct(client, {
      ...whenceOf(ask.source, ask.request),
      staffId,
      action: 'passkey accepted',
      subject: String(staffId),
    })
    await openStaffSession(client, ask, { staffId, isOpen: true })
    return accept(null)
  })
}
