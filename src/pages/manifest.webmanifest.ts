import type { APIRoute } from 'astro'
import { settings } from '#lib/server/platform/config/settings.ts'
import { inLanguage } from '#lib/text/in-language.ts'
import { directionOf } from '#lib/text/locales.ts'

const png = (name: string, side: number) => ({ src: `/${name}.png`, sizes: `${String(side)}x${String(side)}`, type: 'image/png' })

/** The shop's own picture; devices that draw none of vectors, or cut icons to their own shape, take one of the others. */
const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  png('icon-192', 192),
  png('icon-512', 512),
  { ...png('icon-maskable-512', 512), purpose: 'maskable' },
]

/** What a device needs to have the shop among its apps, in the language of the page that names it. */
export const GET: APIRoute = ({ locals: { locale } }) => {
  const { name, mark } = settings().brand
  const manifest = {
    id: '/',
    name,
    short_name: name,
    lang: locale,
    dir: directionOf(locale),
    start_url: inLanguage('/', locale),
    scope: '/',
    display: 'minimal-ui',
    background_color: '#120D18',
    theme_color: '#120D18',
    icons: mark === undefined ? ICONS : [{ src: mark, sizes: 'any' }],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
