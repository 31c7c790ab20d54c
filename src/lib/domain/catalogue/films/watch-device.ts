/** Why films do not play here (spec §8): an iPhone or iPad, or Safari on a computer. */
export type UnsupportedDevice = 'VOD_DEVICE_UNSUPPORTED' | 'VOD_BROWSER_UNSUPPORTED'

/** Every browser of these devices is Safari underneath. */
const HANDHELD = /\b(iPhone|iPad|iPod)\b/
const MAC = /\bMacintosh\b/
/** Browsers whose name stands beside Safari's. */
const OTHERS = /Chrome|Chromium|Edg|Firefox|OPR|Android/

/**
 * Tells what cannot play films, from the browser's own description.
 * @param touchPoints of the screen: an iPad describes itself as a Mac, but no Mac has a touch screen. Unknown on the server, hence 0.
 * @returns undefined for all others
 */
export function unsupportedDevice(userAgent: string, touchPoints = 0): UnsupportedDevice | undefined {
  if (HANDHELD.test(userAgent) || (MAC.test(userAgent) && touchPoints > 1)) return 'VOD_DEVICE_UNSUPPORTED'
  return /\bSafari\b/.test(userAgent) && !OTHERS.test(userAgent) ? 'VOD_BROWSER_UNSUPPORTED' : undefined
}
