import type { APIRoute } from 'astro'
import { sandboxKeys } from '#lib/server/providers/sign-in/openid-sandbox.ts'
import { isSandboxOpen } from '#lib/server/customers/sign-in/social-providers.ts'

export const GET: APIRoute = ({ rewrite }) => (isSandboxOpen() ? Response.json(sandboxKeys()) : rewrite('/404'))
