import { expect, it } from 'vitest'
import { unsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'

it.each([
  ['Safari on an iPhone', `${IPHONE} ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`, 5],
  ['Chrome on an iPhone', `${IPHONE} ${WEBKIT} CriOS/138.0 Mobile/15E148 Safari/604.1`, 5],
  ['Safari on an iPad that says so', `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${WEBKIT} Version/12.1 Mobile Safari/604.1`, 5],
  ['an iPad that says Mac', `${MAC} ${WEBKIT} Version/18.5 Safari/605.1.15`, 5],
])('R8.81 %s is told that the device is not supported', (_name, userAgent, touchPoints) => {
  expect(unsupportedDevice(userAgent, touchPoints)).toBe('VOD_DEVICE_UNSUPPORTED')
})

it('R8.82 Safari on a Mac is told that the browser is not supported', () => {
  expect(unsupportedDevice(`${MAC} ${WEBKIT} Version/18.5 Safari/605.1.15`)).toBe('VOD_BROWSER_UNSUPPORTED')
})

it.each([
  ['Chrome on a Mac', `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36`, 0],
  ['Edge on Windows', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36 Edg/138.0', 10],
  ['Firefox on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 0],
  ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Mobile Safari/537.36', 5],
  [
    'the browser of an old Android',
    'Mozilla/5.0 (Linux; U; Android 4.0) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    5,
  ],
  [
    'Chrome without a window',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0 Safari/537.36',
    0,
  ],
  ['nothing', '', 0],
])('%s plays films', (_name, userAgent, touchPoints) => {
  expect(unsupportedDevice(userAgent, touchPoints)).toBeUndefined()
})
