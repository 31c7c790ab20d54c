import type { APIRoute } from 'astro'
import script from '#layouts/scripts/alone/embed.ts?script'
import { enabledLocales } from '#lib/server/platform/config/enabled-locales.ts'
import { ownOrigin } from '#lib/server/platform/http/own-origin.ts'
import { textOf } from '#lib/text/text.ts'

/** The script for pages of organisers, with its words in the languages of the shop. Any page may load it; which may show the shop is said by EMBED_ORIGINS. */
export const GET: APIRoute = ({ request }) => {
  const words = Object.fromEntries(
    enabledLocales().map((locale) => {
      const t = textOf(locale)
      const label = {
        calendar: t('states.embedLabelCalendar'),
        feature: t('states.embedLabelFeature'),
        presentation: t('states.embedLabelPresentation'),
        'mini-site': t('states.embedLabelSite'),
      }
      return [locale, { loading: t('states.embedLoading'), open: t('states.embedOpen'), label }]
    }),
  )
  return new Response(
    script.replace('__SHOP__', () => JSON.stringify({ origin: ownOrigin(request), words })),
    {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    },
  )
}
