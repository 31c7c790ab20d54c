import { useText } from '#islands/ui/text.tsx'
import type { Viewer } from '#lib/client/vod/viewer.ts'
import type { UnsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'
import { Act, Frame } from './Frame.tsx'

/** Says that films do not play here, and hands over the link for where they do. Nothing is opened. */
export function Unsupported({ code, viewer }: { readonly code: UnsupportedDevice; readonly viewer: Viewer }) {
  const t = useText()
  const isDevice = code === 'VOD_DEVICE_UNSUPPORTED'
  const copy = (): void => void navigator.clipboard.writeText(location.href).then(() => viewer.say('copied'))
  return (
    <Frame
      title={t(isDevice ? 'vod.device_title' : 'vod.browser_title')}
      icon={isDevice ? 'phone' : 'computer'}
      actions={
        <Act icon="copy" onPress={copy}>
          {t('vod.copyLink')}
        </Act>
      }
    >
      <p>{t(`errors.${code}`)}</p>
      <p>{t('vod.unsupportedKept')}</p>
    </Frame>
  )
}
