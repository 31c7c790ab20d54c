import type { APIRoute } from 'astro'
import script from '#layouts/scripts/alone/service-worker.ts?script'
import { enabledLocales } from '#lib/server/platform/config/enabled-locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** The service worker. Browsers ask for it at each visit: switched off by OFFLINE_TICKETS, the next one ends it and what it kept. */
export const GET: APIRoute = () =>
  new Response(
    script.replace('__SHOP__', () => JSON.stringify({ isOn: settings().offlineTickets, locales: enabledLocales() })),
    {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
      },
    },
  )
