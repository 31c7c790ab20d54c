import type { APIRoute } from 'astro'
import { accentStyles } from '#layouts/parts/frame/brand.ts'
import { findSite } from '#lib/server/entitlements/mini-site/mini-sites.ts'

/** A mini-site's own accent colour as a stylesheet. The address contains the colour, so it is cacheable. */
export const GET: APIRoute = async ({ params, locals }) => {
  const found = await findSite(params.url ?? '', locals.visitor?.uuid)
  if (!found.ok || found.value.isShut || found.value.site.accent === null) return new Response(null, { status: 404 })
  return new Response(accentStyles(found.value.site.accent), {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'private, max-age=86400' },
  })
}
