import type { APIRoute } from 'astro'
import { brandStyles } from '#layouts/parts/frame/brand.ts'

/**
 * The shop's own accent colour as a stylesheet, because the Content-Security-Policy forbids inline styles. The address contains the colour, so it is cacheable.
 */
export const GET: APIRoute = () =>
  new Response(brandStyles(), { headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=86400' } })
