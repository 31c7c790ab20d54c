import type { APIRoute } from 'astro'
import { settings } from '#lib/server/platform/config/settings.ts'
import { inLanguage } from '#lib/text/in-language.ts'
import { directionOf } from '#lib/text/locales.ts'

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
    icons: [{ src: mark ?? '/favicon.svg', sizes: 'any', ...(mark === undefined && { type: 'image/svg+xml' }) }],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
