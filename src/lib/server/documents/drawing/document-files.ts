import type { APIContext } from 'astro'
import { refusalAnswer } from '#lib/server/platform/http/answers/answers.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import type { Locale } from '#lib/text/locales.ts'
import { documentOf, type OrderDocument } from '../documents.ts'
import type { FileDrawing } from './drawing.ts'
import { drawFile } from './drawings.ts'

interface DocumentFile {
  readonly type: string
  /** The file's name for a reservation identifier. */
  readonly name: (reservationIdentifier: string) => string
  /** The language of what was bought. */
  readonly locale: Locale
  readonly make: (order: OrderDocument) => string
}

/** A file of an order's tickets; 404 for an unknown key, and for an order without tickets. */
export async function fileAnswer(documentKey: string | undefined, file: DocumentFile): Promise<Response> {
  const order = await withTickets(documentKey, file.locale)
  return order ? privateFile(file.make(order), file.type, file.name(order.reservationIdentifier)) : noDocument()
}

/** A drawing of a document's tickets. */
export async function ticketsAnswer(documentKey: string | undefined, context: APIContext): Promise<Response> {
  const order = await withTickets(documentKey, context.locals.locale)
  if (!order) return noDocument()
  return pdfAnswer({ kind: 'tickets', order, locale: context.locals.locale }, `${order.reservationIdentifier}.pdf`, context)
}

async function withTickets(documentKey: string | undefined, locale: Locale): Promise<OrderDocument | undefined> {
  const order = await documentOf(documentKey ?? '', Date.now(), locale)
  return order && order.showings.length > 0 ? order : undefined
}

/** A PDF for download; 429 if the address asked for too many. */
export function pdfAnswer(drawing: FileDrawing, name: string, context: APIContext): Promise<Response> {
  return drawnAnswer(drawing, { name, type: 'application/pdf' }, context)
}

/** `pdfAnswer` for any type. */
export async function drawnAnswer(
  drawing: FileDrawing,
  { name, type }: { readonly name: string; readonly type: string },
  { request, clientAddress, locals }: APIContext,
): Promise<Response> {
  const drawn = await drawFile(drawing, sourceOf(request, clientAddress).caller)
  return drawn.ok ? privateFile(drawn.value, type, name) : refusalAnswer(drawn.refusal, locals.locale)
}

export function noDocument(): Response {
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
}

/** A file for download. It is personal: no cache stores it, and no other site sees its address. */
export function privateFile(content: Buffer | string | ReadableStream<Uint8Array>, type: string, name: string): Response {
  return new Response(Buffer.isBuffer(content) ? new Uint8Array(content) : content, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** Sets the same headers for a page. */
export function setPrivateHeaders(headers: Headers): void {
  headers.set('Cache-Control', 'no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
}
