import type { APIRoute } from 'astro'

/** The configured base of memberships leads to their pages (spec §2). */
export const ALL: APIRoute = ({ url, redirect }) => redirect(`${url.pathname.replace('/memberships', '/membership')}${url.search}`, 301)
