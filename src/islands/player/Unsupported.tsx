import { useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { UnsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'
import { Act, Frame } from './Frame.tsx'

/** Says that films do not play here, and hands over the link for where they do. Nothing is opened. */
export function Unsupported({ code }: { readonly code: UnsupportedDevice }) {
  const t = useText()
  const [said, setSaid] = useState('')
  const isDevice = code === 'VOD_DEVICE_UNSUPPORTED'
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href)
      setSaid(t('vod.copied'))
    } catch {
      setSaid(t('vod.copyFailed'))
    }
  }
  return (
    <Frame
      title={t(isDevice ? 'vod.device_title' : 'vod.browser_title')}
      icon={isDevice ? 'phone' : 'computer'}
      actions={
        <Act icon="copy" onPress={() => void copy()}>
          {t('vod.copyLink')}
        </Act>
      }
    >
      <p>{t(`errors.${code}`)}</p>
      <p>{t('vod.unsupportedKept')}</p>
      <p className="meta" role="status">
        {said}
      </p>
    </Frame>
  )
}
