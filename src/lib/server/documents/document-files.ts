import { documentOf, type OrderDocument } from './documents.ts'

interface DocumentFile {
  readonly type: string
  /** The file's name, made of the reservation identifier. */
  readonly name: (reservationIdentifier: string) => string
  readonly make: (order: OrderDocument) => Promise<Buffer> | string
}

/** A file of an order's document; 404 for a key that nobody has. */
export async function fileAnswer(documentKey: string | undefined, file: DocumentFile): Promise<Response> {
  const order = await documentOf(documentKey ?? '')
  return order ? privateFile(await file.make(order), file.type, file.name(order.reservationIdentifier)) : noDocument()
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
