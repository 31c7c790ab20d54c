import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import { redeemMember } from '#lib/client/order/codes.ts'
import type { CodeProblem } from '#lib/client/order/codes-state.ts'
import { $memberOffers, type MemberOffer, type MemberProblem } from '#lib/client/order/member-offers.ts'
import { formatShekels } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { CodeMessage } from './CodeMessage.tsx'

const WHY_NOT: Readonly<Record<MemberProblem, string>> = {
  expired: 'order.memberExpired',
  notStarted: 'order.memberNotStarted',
  noneLeft: 'order.memberNoneLeft',
  notHere: 'order.memberNotHere',
}

type OnUsed = (member: MemberAnswer) => void

/** Members that the visitor has proved and not used yet: each is used by one press, without its ID number. */
export function MemberOffers({ onUsed }: { readonly onUsed: OnUsed }) {
  const offers = useStore($memberOffers, { ssr: () => [] })
  return offers.map((offer) => <OfferedChip key={offer.member.memberNumber} {...offer} onUsed={onUsed} />)
}

function OfferedChip({ member, problem, onUsed }: MemberOffer & { readonly onUsed: OnUsed }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CodeProblem | null>(null)
  const id = `member-${member.memberNumber}`
  const use = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const why = await redeemMember(member)
    setBusy(false)
    setRefused(why)
    if (!why) onUsed(member)
  }
  return (
    <div>
      <div className="vchip">
        <span className="row">
          {!problem && <Icon name="tick" />}
          <span id={`${id}-state`}>
            <b>
              <Named>{member.name}</Named>
            </b>
            {problem && <> · {t(WHY_NOT[problem])}</>}
            {!problem && member.balance !== null && (
              <>
                {' '}
                ·{' '}
                {member.isMoney
                  ? t('order.memberMoney', { amount: ltr(formatShekels(member.balance)) })
                  : t('order.memberLeft', { count: member.balance })}
              </>
            )}
          </span>
        </span>
        <button
          className="btn quiet sm"
          type="button"
          disabled={problem !== null}
          aria-busy={busy}
          aria-describedby={`${id}-state`}
          onClick={() => void use()}
        >
          {busy ? t('common.working') : t('order.useMember')}
        </button>
      </div>
      <CodeMessage id={id} problem={refused} />
    </div>
  )
}
