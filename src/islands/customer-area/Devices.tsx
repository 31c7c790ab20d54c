import { useRef, useState } from 'react'
import { TextProvider, useLocale, useText, type TextProps } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { endDevice } from '#lib/client/customer/customer-account.ts'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { listSessions } from '#lib/contract/area/customers.ts'
import { formatLongDate, formatTime } from '#lib/text/format-date.ts'
import { refusalText, signInAgain } from './refusal-text.ts'
import { Said } from './Said.tsx'
import './area.css'

type Device = AnswerOf<typeof listSessions>['sessions'][number]

/** Where the customer is signed in; any device but the one at hand can be signed out here. */
export function Devices({ texts, locale, devices }: { readonly devices: readonly Device[] } & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <List devices={devices} />
    </TextProvider>
  )
}

function List({ devices }: { readonly devices: readonly Device[] }) {
  const t = useText()
  const [listed, setListed] = useState(devices)
  const [ended, setEnded] = useState(0)
  const [refusal, setRefusal] = useState<CallRefusal | null>(null)
  const isSending = useRef(false)
  const end = async (id: string): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    const answer = await endDevice(id)
    isSending.current = false
    setRefusal(answer)
    if (answer !== null) return
    setListed((now) => now.filter((device) => device.id !== id))
    setEnded((count) => count + 1)
  }
  return (
    <>
      {ended > 0 && refusal === null && (
        <Said key={ended} kind="ok" takesFocus>
          {t('area.deviceEnded')}
        </Said>
      )}
      {refusal && (
        <Said kind="bad">
          {refusalText(t, refusal)}{' '}
          {refusal.code === 'SIGN_IN_AGAIN' && (
            <a className="inline-link" href={signInAgain('devices')}>
              {t('area.signInAgain')}
            </a>
          )}
        </Said>
      )}
      <ul>
        {listed.map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={() => void end(device.id)} />
        ))}
      </ul>
    </>
  )
}

function DeviceRow({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const t = useText()
  const name = device.device === '' ? t('area.deviceUnknown') : device.device
  return (
    <li className="device">
      <div>
        <p>
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          {device.isCurrent && <span className="badge ok">{t('area.deviceThis')}</span>}
        </p>
        <p className="meta">
          {t('area.deviceSignedIn')} <When at={device.signedInAt} /> {device.by !== '' && t(`area.by_${device.by}`)}
        </p>
        <p className="meta">
          {t('area.deviceSeen')} <When at={device.lastSeenAt} />
        </p>
      </div>
      {!device.isCurrent && (
        <button className="btn ghost sm scripted" type="button" aria-label={t('area.deviceEndOf', { device: name })} onClick={onEnd}>
          {t('area.deviceEnd')}
        </button>
      )}
    </li>
  )
}

function When({ at }: { readonly at: string }) {
  const locale = useLocale()
  const instant = Date.parse(at)
  return (
    <>
      {formatLongDate(instant, locale)}, <bdi dir="ltr">{formatTime(instant)}</bdi>
    </>
  )
}
