import type { APIRoute } from 'astro'
import { refusalAnswer } from '#lib/server/platform/http/answers/answers.ts'

/** A call that does not exist answers as calls do, not with the page of an unknown route. */
export const ALL: APIRoute = ({ locals }) => refusalAnswer({ code: 'NOT_FOUND' }, locals.locale)
