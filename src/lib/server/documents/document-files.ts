import type { APIContext } from 'astro'
import { refusalAnswer } from '#lib/server/platform/http/answers/answers.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { documentOf, type OrderDocument } from './documents.ts'
import type { FileDrawing } from './drawing.ts'
import { drawFile } from './drawings.ts'

interface DocumentFile {
  readonly type: string
  /** The file's name, made of the reservation identifier. */
  readonly name: (reservationIdentifier: string) => string
  readonly make: (order: OrderDocument) => string
}

/** A file of an order's document; 404 for a key that nobody has. */
export async function fileAnswer(documentKey: string | undefined, file: DocumentFile): Promise<Response> {
  const order = await documentOf(documentKey ?? '')
  return order ? privateFile(file.make(order), file.type, file.name(order.reservationIdentifier)) : noDocument()
}

/** The tickets of a document, drawn. */
export async function ticketsAnswer(documentKey: string | undefined, context: APIContext): Promise<Response> {
  const order = await documentOf(documentKey ?? '')
  if (!order) return noDocument()
  return pdfAnswer({ kind: 'tickets', order, locale: context.locals.locale }, `${order.reservationIdentifier}.pdf`, context)
}

/** A PDF to be kept; 429 for an address that asked for too many. */
export function pdfAnswer(drawing: FileDrawing, name: string, context: APIContext): Promise<Response> {
  return drawnAnswer(drawing, { name, type: 'application/pdf' }, context)
}

/** As `pdfAnswer`, of any type. */
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

/** A file to be kept. It is personal: stored by no cache, told to no other site. */
export function privateFile(content: Buffer | string, type: string, name: string): Response {
  return new Response(typeof content === 'string' ? content : new Uint8Array(content), {
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

/** The same for a page. */
export function keepPrivate(headers: Headers): void {
  headers.set('Cache-Control', 'no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
}
