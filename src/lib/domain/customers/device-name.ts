/** Order matters: most browsers also name the browsers that they imitate. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgi?A?(?:OS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:FBAN|FBAV|Instagram)\b/, 'Facebook'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/\bAppleWebKit\//, 'WebKit'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The common names of a browser and its system: `Chrome · Windows`.
 * @param userAgent the User-Agent header
 * @returns '' if neither is known
 */
export function describeDevice(userAgent: string): string {
  return [nameIn(userAgent, BROWSERS), nameIn(userAgent, SYSTEMS)].filter((name) => name !== undefined).join(' · ')
}

function nameIn(userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
