import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { endOwnSession, ownSessions, type StaffSessionListed } from '#lib/server/staff/people/staff-sessions.ts'
import type { Proof } from '#lib/server/staff/own-factors/fresh-factor.ts'
import {
  beginPasskey,
  begunPasskey,
  confirmPasskey,
  leavePasskey,
  ownPasskeys,
  removePasskey,
  type BegunPasskey,
  type PasskeyListed,
} from '#lib/server/staff/own-factors/own-passkeys.ts'
import { LONGEST_ANSWER } from '#lib/server/staff/passkeys/read-answer.ts'
import { passkeyPlace, type PasskeyPlace } from '#lib/server/staff/passkeys/relying-party.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { beginFactor, confirmFactor, endFactor, ownFactor, type OwnFactor } from '#lib/server/staff/own-factors/second-factor.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { textIn } from './_door.ts'

/** The own account of somebody of the staff. */
export interface AccountPage {
  readonly factor: OwnFactor
  readonly passkeys: readonly PasskeyListed[]
  /** The passkey that is being added. */
  readonly begun: BegunPasskey | undefined
  /** Where passkeys are offered; undefined: nowhere. */
  readonly place: PasskeyPlace | undefined
  /** Whether there is an app or a passkey. */
  readonly hasFactor: boolean
  readonly sessions: readonly StaffSessionListed[]
  /** Recovery codes, at the one moment at which they are shown. */
  readonly codes?: readonly string[]
  /** The name of a passkey that was typed, if it was refused. */
  readonly typedName?: string
  readonly problem?: string
  readonly status: number
}

interface Asked {
  readonly ask: StaffAsk
  readonly member: StaffMember
  readonly sent: FormData | undefined
  readonly locale: Locale
}

/** Opens the page, or takes one of its forms. `goTo`: done. */
export async function openAccount({ ask, member, sent, locale }: Asked): Promise<AccountPage | { readonly goTo: string }> {
  const { staffId } = member
  const done = sent && (await act(ask, staffId, sent))
  if (done?.ok && !done.value?.length) return { goTo: '/PRES-live/account' }
  const [factor, passkeys, begun, sessions] = await Promise.all([
    ownFactor(staffId),
    ownPasskeys(staffId),
    begunPasskey(ask, staffId),
    ownSessions(ask, staffId),
  ])
  const hasFactor = factor.state === 'on' || passkeys.length > 0
  const page = { factor, passkeys, begun, place: passkeyPlace(ask.request), hasFactor, sessions, status: 200 }
  if (!sent || !done) return page
  if (done.ok) return { ...page, ...(done.value && { codes: done.value }) }
  const { code, facts } = done.refusal
  return { ...page, typedName: textIn(sent, 'name'), problem: textOf(locale)(`errors.${code}`, facts), status: statusOf(code) }
}

function act(ask: StaffAsk, staffId: number, sent: FormData): Promise<Result<readonly string[] | null>> {
  const [code, passkey] = [textIn(sent, 'code'), textIn(sent, 'passkey', LONGEST_ANSWER)]
  const proof: Proof = { code, passkey: code === '' ? passkey : '', password: textIn(sent, 'password') }
  switch (textIn(sent, 'act')) {
    case 'begin':
      return beginFactor(ask, staffId, proof)
    case 'confirm':
      return confirmFactor(ask, staffId, code)
    case 'end':
      return endFactor(ask, staffId, proof)
    case 'beginPasskey':
      return beginPasskey(ask, staffId, { typedName: textIn(sent, 'name'), proof })
    case 'addPasskey':
      return confirmPasskey(ask, staffId, passkey)
    case 'leavePasskey':
      return leavePasskey(ask)
    case 'removePasskey':
      return removePasskey(ask, staffId, { passkeyId: textIn(sent, 'passkeyId'), proof })
    case 'endSession':
      return endOwnSession(ask, staffId, textIn(sent, 'session'))
    default:
      return Promise.resolve(refuse('BAD_REQUEST'))
  }
}
