import type { APIRoute } from 'astro'
import { sandboxKeys } from '#lib/server/providers/openid-sandbox.ts'
import { isSandboxOpen } from '#lib/server/customers/social-providers.ts'

export const GET: APIRoute = ({ rewrite }) => (isSandboxOpen() ? Response.json(sandboxKeys()) : rewrite('/404'))
