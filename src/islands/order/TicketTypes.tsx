import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $codes } from '#lib/client/order/codes-state.ts'
import type { SeatLine } from '#lib/client/order/order-lines.ts'
import { asksReference } from '#lib/client/order/references-state.ts'
import { chooseTicket } from '#lib/client/seats/seats.ts'
import { alikeRuns, countable } from '#lib/client/order/ticket-counts.ts'
import type { ShownOrder } from '#lib/client/order/shown-lines.ts'
import { redeemedName } from '#lib/domain/entitlements/coupon-lines.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltrCode } from '#islands/ui/code-text.ts'
import { seatNote, seatText } from './place-text.ts'
import { References } from './References.tsx'
import { SelectedMark } from './SelectedMark.tsx'
import { TicketCounts } from './TicketCounts.tsx'

type ShownSeat = ShownOrder['seats'][number]

interface Props {
  readonly lines: readonly SeatLine[]
  readonly shown: readonly ShownSeat[]
}

/** What is alike is counted by type; where it matters which seat has which ticket, each has a line of its own. */
export function TicketTypes({ lines, shown }: Props) {
  const shownOf = new Map(lines.map((line, at) => [line, shown[at] ?? { price: line.price, oldPrice: line.oldPrice }]))
  return (
    <div className="stack lg">
      {alikeRuns(lines).map((run) => (
        <TicketRun key={run[0]?.seat.key} lines={run} shownOf={shownOf} />
      ))}
    </div>
  )
}

function TicketRun({ lines, shownOf }: { readonly lines: readonly SeatLine[]; readonly shownOf: ReadonlyMap<SeatLine, ShownSeat> }) {
  const [isEach, setEach] = useState(false)
  const alike = isEach ? null : countable(lines)
  if (alike) return <TicketCounts alike={alike} {...(alike.placesOf === null && { onEach: () => setEach(true) })} />
  return (
    <ul className="tk">
      {lines.map((line) => (
        <TicketLine key={line.seat.key} line={line} shown={shownOf.get(line) ?? { price: line.price, oldPrice: line.oldPrice }} />
      ))}
    </ul>
  )
}

function TicketLine({ line, shown }: { readonly line: SeatLine; readonly shown: ShownSeat }) {
  const t = useText()
  const { seat } = line
  const name = seatText(t, seat)
  return (
    <li>
      <span className="seatname">
        <SelectedMark />
        <span>
          <Named>{name}</Named>
          <small>
            <Named>{seatNote(t, seat)}</Named>
          </small>
        </span>
      </span>
      <span className="rt">
        {seat.redeemed ? <FixedTicket line={line} /> : <TicketChoice line={line} name={name} />}
        <span className="pr">
          {shown.oldPrice !== null && (
            <s>
              <span className="vh">{t('order.insteadOf')} </span>
              <bdi dir="ltr">{formatMoney(shown.oldPrice)}</bdi>
            </s>
          )}
          <Price amount={shown.price} />
        </span>
      </span>
      {asksReference(line) && <References line={line} place={name} />}
    </li>
  )
}

function TicketChoice({ line: { seat, ticket, choices, walkins }, name }: { readonly line: SeatLine; readonly name: string }) {
  const t = useText()
  const id = `ticket-${seat.key}`
  return (
    <>
      <label className="vh" htmlFor={id}>
        {t('order.ticketFor', { seat: name })}
      </label>
      <select className="inp" id={id} value={ticket.id} onChange={(event) => chooseTicket(seat.key, Number(event.target.value))}>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
        {walkins.map((walkin) => (
          <option key={walkin.id} value={walkin.id} disabled>
            {t('order.walkin', { ticket: walkin.name })}
          </option>
        ))}
      </select>
    </>
  )
}

/** The ticket of a code stays until the code is removed. */
function FixedTicket({ line: { seat, ticket } }: { readonly line: SeatLine }) {
  const t = useText()
  const codes = useStore($codes, { ssr: () => [] })
  const name = seat.redeemed && redeemedName(seat.redeemed)
  const label = codes.find((code) => code.name === name)?.label ?? ticket.name
  if (seat.redeemed?.isSub) return <span className="given meta">{t('order.includedIn', { ticket: ltrCode(label) })}</span>
  return (
    <span className="given">
      <b>
        <Named>{ticket.name}</Named>
      </b>
      {label !== ticket.name && (
        <span className="meta">
          <bdi>{label}</bdi>
        </span>
      )}
    </span>
  )
}
