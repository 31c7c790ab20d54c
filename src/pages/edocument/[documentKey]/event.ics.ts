import type { APIRoute } from 'astro'
import { calendarOf } from '#lib/server/documents/document-calendar.ts'
import { fileAnswer } from '#lib/server/documents/drawing/document-files.ts'

export const GET: APIRoute = ({ params, locals }) =>
  fileAnswer(params.documentKey, {
    type: 'text/calendar; charset=utf-8',
    name: (id) => `${id}.ics`,
    locale: locals.locale,
    make: (order) => calendarOf(order, locals.locale),
  })
