import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site of organisers, whose pages are what their address says: `?page=` with the HTML of the body. It is another site than the shop by its name. */
export async function openOrganiser(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, answer) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [body, lang] = [searchParams.get('page') ?? '', searchParams.get('lang') ?? 'he']
    answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    answer.end(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Organiser</title></head><body>${body}</body></html>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
