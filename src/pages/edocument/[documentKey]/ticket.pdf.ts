import type { APIRoute } from 'astro'
import { ticketsAnswer } from '#lib/server/documents/drawing/document-files.ts'

export const GET: APIRoute = (context) => ticketsAnswer(context.params.documentKey, context)
