import type { APIRoute } from 'astro'
import { refusalAnswer } from '#lib/server/platform/http/answers/answers.ts'

/** Answers unknown calls like a call, not with the page of an unknown route. */
export const ALL: APIRoute = ({ locals }) => refusalAnswer({ code: 'NOT_FOUND' }, locals.locale)
