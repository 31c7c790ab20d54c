import { readFileSync } from 'node:fs'

const SOURCE = /url\(\/(fonts\/[\w-]+\.woff2)\)/g

/** The shop's own fonts under the names that a mail asks for, in the page itself: a picture is the same on machines with other fonts. They have Hebrew and Latin letters only. */
const STYLES = readFileSync('src/layouts/fonts.css', 'utf8')
  .split(/(?=@font-face)/)
  .filter((face) => face.includes('.woff2'))
  .join('')
  .replaceAll(' Variable', '')
  .replaceAll(SOURCE, (_, file: string) => `url(data:font/woff2;base64,${readFileSync(`public/${file}`, 'base64')})`)

/** Letters as wide as the font says, whatever hints the machine takes. @param html a whole document */
export function inShopFonts(html: string): string {
  return html.replace('</head>', `<style>${STYLES}*{text-rendering:geometricPrecision}</style></head>`)
}
