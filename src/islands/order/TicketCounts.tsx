import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { CountSelect } from '#islands/ui/CountSelect.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { Press } from '#islands/ui/Press.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { TicketAnswer } from '#lib/contract/wire.ts'
import { $charged, $presentation } from '#lib/client/order/order.ts'
import { $places } from '#lib/client/seats/seats.ts'
import { shownTicket } from '#lib/client/order/shown-lines.ts'
import { countOf, leastOf, mostOf, setCount, type AlikeLines } from '#lib/client/order/ticket-counts.ts'
import { placesText } from './place-text.ts'
import { SelectedMark } from './SelectedMark.tsx'

interface Props {
  readonly alike: AlikeLines
  /** Shows a choice for each seat instead; left out where there are no seats. */
  readonly onEach?: () => void
}

/** Tickets that are alike: each type with its price, and how many of it. */
export function TicketCounts({ alike, onEach }: Props) {
  const t = useText()
  const [first] = alike.lines
  const where = placesText(t, alike.lines).join('; ')
  if (!first) return null
  return (
    <section className="tk-run" aria-label={where}>
      <div className="row between wrap-ok">
        <p className="seatname">
          <SelectedMark />
          <span>
            <Named>{alike.placesOf === null ? where : first.seat.sectionName}</Named>
          </span>
        </p>
        {onEach && first.choices.length > 1 && (
          <button className="link" type="button" onClick={onEach}>
            {t('order.perSeat')}
          </button>
        )}
      </div>
      <ul className="tk counts">
        {first.choices.map((ticket) => (
          <TypeRow key={ticket.id} ticket={ticket} alike={alike} />
        ))}
        {first.walkins.map((ticket) => (
          <li key={ticket.id}>
            <span className="meta">
              <Named>{t('order.walkin', { ticket: ticket.name })}</Named>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TypeRow({ ticket, alike }: { readonly ticket: TicketAnswer; readonly alike: AlikeLines }) {
  const charged = useStore($charged)
  const oldPrice = (ticket.oldPrice ?? 0) > (ticket.price ?? 0) ? { ...ticket, price: ticket.oldPrice } : null
  return (
    <li>
      <span className="type">
        <b>
          <Named>{ticket.name}</Named>
        </b>
        <span>
          {oldPrice && (
            <s>
              <Price amount={shownTicket(oldPrice, charged)} />
            </s>
          )}{' '}
          <Price amount={shownTicket(ticket, charged)} />
        </span>
      </span>
      <Counter ticket={ticket} alike={alike} />
    </li>
  )
}

/** A step at a time, or the number at once. */
function Counter({ ticket, alike }: { readonly ticket: TicketAnswer; readonly alike: AlikeLines }) {
  const t = useText()
  useStore($places)
  const maxSeats = useStore($presentation)?.maxSeats ?? 0
  const count = countOf(alike, ticket.id)
  const [least, most] = [leastOf(alike, ticket.id), mostOf(alike, ticket.id, maxSeats)]
  const set = (next: number): void => setCount(alike, ticket.id, next)
  if (least === most) return <b className="num">× {count}</b>
  return (
    <span className="stepper" role="group" aria-label={ticket.name}>
      <Press aria-label={t('order.less', { product: ticket.name })} isOff={count <= least} onClick={() => set(count - 1)}>
        <Icon name="minus" />
      </Press>
      <CountSelect label={t('order.howManyOf', { ticket: ticket.name })} count={count} least={least} most={most} onCount={set} />
      <Press aria-label={t('order.more', { product: ticket.name })} isOff={count >= most} onClick={() => set(count + 1)}>
        <Icon name="plus" />
      </Press>
    </span>
  )
}
