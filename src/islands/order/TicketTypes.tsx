import { formatMoney } from '#lib/text/format-money.ts'
import { Price } from '#islands/price.tsx'
import { useText } from '#islands/text.tsx'
import type { SeatLine } from '#lib/client/order-lines.ts'
import { chooseTicket } from '#lib/client/seats.ts'
import { ltr, seatNote, seatText } from './place-text.ts'
import { SelectedMark } from './SelectedMark.tsx'

/** One line for each seat: where it is, what it is sold under, what it costs. */
export function TicketTypes({ lines }: { readonly lines: readonly SeatLine[] }) {
  return (
    <ul className="tk">
      {lines.map((line) => (
        <TicketLine key={line.seat.key} line={line} />
      ))}
    </ul>
  )
}

function TicketLine({ line }: { readonly line: SeatLine }) {
  const t = useText()
  const { seat, ticket, choices, price, oldPrice, serviceCharge } = line
  const name = seatText(t, seat)
  const id = `ticket-${seat.key}`
  return (
    <li>
      <span className="seatname">
        <SelectedMark />
        <span>
          {name}
          <small>{seatNote(t, seat)}</small>
        </span>
      </span>
      <span className="rt">
        <label className="vh" htmlFor={id}>
          {t('order.ticketFor', { seat: name })}
        </label>
        <select className="inp" id={id} value={ticket.id} onChange={(event) => chooseTicket(seat.key, Number(event.target.value))}>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.name}
            </option>
          ))}
        </select>
        <span className="pr">
          {oldPrice !== null && (
            <s>
              <span className="vh">{t('order.insteadOf')} </span>
              <bdi dir="ltr">{formatMoney(oldPrice)}</bdi>
            </s>
          )}
          <Price amount={price} />
          {serviceCharge > 0 && <small className="meta">{t('order.plusCharge', { amount: ltr(formatMoney(serviceCharge)) })}</small>}
        </span>
      </span>
    </li>
  )
}
