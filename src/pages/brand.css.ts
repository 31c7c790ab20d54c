import type { APIRoute } from 'astro'
import { brandStyles } from '#layouts/parts/frame/brand.ts'

/** The shop's own accent colour as a stylesheet: the Content-Security-Policy forbids inline styles. The address names the colour, so it may be kept. */
export const GET: APIRoute = () =>
  new Response(brandStyles(), { headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=86400' } })
