import { documentOf, type OrderDocument } from './documents.ts'

interface DocumentFile {
  readonly type: string
  /** The file's name, made of the reservation identifier. */
  readonly name: (reservationIdentifier: string) => string
  readonly make: (order: OrderDocument) => Promise<Buffer> | string
}

/** A file of an order's document; 404 for a key that nobody has. It is personal: kept by no cache, told to no other site. */
export async function fileAnswer(documentKey: string | undefined, file: DocumentFile): Promise<Response> {
  const order = await documentOf(documentKey ?? '')
  if (!order) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const content = await file.make(order)
  return new Response(typeof content === 'string' ? content : new Uint8Array(content), {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': `attachment; filename="${file.name(order.reservationIdentifier)}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
