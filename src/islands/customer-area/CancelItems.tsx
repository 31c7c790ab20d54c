import { Named } from '#islands/ui/named.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { Offer } from '#lib/client/customer/customer-area.ts'
import { Amount } from './DoneMessage.tsx'

interface Props {
  readonly items: Offer['items']
  readonly chosen: ReadonlySet<string>
  readonly isBusy: boolean
  readonly onToggle: (item: string) => void
}

/** What of the reservation is to be cancelled; an item that cannot be says why. */
export function CancelItems({ items, chosen, isBusy, onToggle }: Props) {
  const t = useText()
  if (items.length < 2) return null
  const shows = new Set(items.map(({ presentationId }) => presentationId)).size
  return (
    <fieldset disabled={isBusy}>
      <legend className="lbl">{t('area.cancel.which')}</legend>
      {items.map(({ item, name, place, featureName, worth, refusal, message }) => (
        <label key={item} className="check">
          <input type="checkbox" checked={chosen.has(item)} disabled={refusal !== null} onChange={() => onToggle(item)} />
          <span className="item">
            <b>
              <Named>{place === '' ? name : place}</Named>
            </b>
            <span className="meta">
              <Named>{[...(place === '' ? [] : [name]), ...(shows > 1 && featureName !== '' ? [featureName] : [])].join(' · ')}</Named>
            </span>
            {refusal !== null && <span className="meta">{message}</span>}
          </span>
          <Amount of={worth} />
        </label>
      ))}
    </fieldset>
  )
}
