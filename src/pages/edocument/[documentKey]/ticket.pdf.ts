import type { APIRoute } from 'astro'
import { fileAnswer } from '#lib/server/documents/document-files.ts'
import { pdfOf } from '#lib/server/documents/document-pdf.ts'

export const GET: APIRoute = ({ params, locals }) =>
  fileAnswer(params.documentKey, { type: 'application/pdf', name: (id) => `${id}.pdf`, make: (order) => pdfOf(order, locals.locale) })
