import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { endOwnSession, ownSessions, type StaffSessionListed } from '#lib/server/staff/people/staff-sessions.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { beginFactor, confirmFactor, endFactor, ownFactor, type OwnFactor } from '#lib/server/staff/sign-in/second-factor.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { textIn } from './_door.ts'

/** The own account of somebody of the staff. */
export interface AccountPage {
  readonly factor: OwnFactor
  readonly sessions: readonly StaffSessionListed[]
  /** Recovery codes, at the one moment at which they are shown. */
  readonly codes?: readonly string[]
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
  if (done?.ok && done.value === null) return { goTo: '/PRES-live/account' }
  const [factor, sessions] = await Promise.all([ownFactor(staffId), ownSessions(ask, staffId)])
  const page = { factor, sessions, status: 200 }
  if (!done) return page
  if (done.ok) return { ...page, ...(done.value && { codes: done.value }) }
  const { code, facts } = done.refusal
  return { ...page, problem: textOf(locale)(`errors.${code}`, facts), status: statusOf(code) }
}

function act(ask: StaffAsk, staffId: number, sent: FormData): Promise<Result<readonly string[] | null>> {
  const code = textIn(sent, 'code')
  switch (textIn(sent, 'act')) {
    case 'begin':
      return beginFactor(ask, staffId, textIn(sent, 'password'))
    case 'confirm':
      return confirmFactor(ask, staffId, code)
    case 'end':
      return endFactor(ask, staffId, code)
    case 'endSession':
      return endOwnSession(ask, staffId, textIn(sent, 'session'))
    default:
      return Promise.resolve(refuse('BAD_REQUEST'))
  }
}
