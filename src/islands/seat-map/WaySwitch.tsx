import { useStore } from '@nanostores/react'
import { useEffect, useId } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $way, recallWay, takeWay, WAYS } from '#lib/client/seats/choosing.ts'
import { Sign } from './signs.tsx'

/** By map or by list: one of the two is chosen and stays so for the visit. Where there is a picture of the venue it opens that too. */
export function WaySwitch({ onPicture }: { readonly onPicture: (() => void) | null }) {
  const t = useText()
  const way = useStore($way, { ssr: 'initial' })
  const name = useId()
  useEffect(recallWay, [])
  return (
    <div className="ways">
      <div className="seg" role="radiogroup" aria-label={t('seats.way')}>
        {WAYS.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={way === one} onChange={() => takeWay(one)} />
            <Sign name={one} />
            {t(`seats.way.${one}`)}
          </label>
        ))}
      </div>
      {onPicture && <PictureButton onPress={onPicture} />}
    </div>
  )
}

export function PictureButton({ onPress }: { readonly onPress: () => void }) {
  const t = useText()
  return (
    <button className="btn ghost picture-btn" type="button" onClick={onPress}>
      <Sign name="picture" />
      {t('seats.way.picture')}
    </button>
  )
}
