import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { APIRoute } from 'astro'
import { createContext } from 'astro/middleware'
import { ACT_ROUTES, LIVE_ROUTES, REFERENCE_ROUTES } from '#lib/contract/routes/live-routes.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import type { StaffPerson } from './staff.ts'

interface StaffAnswer {
  readonly status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
}

/** How a call is asked; by default read. */
interface Way {
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks a call of staff in this process. @param address below /api/PRES-live/, or from / on below /api */
export async function askStaff(
  { cookie }: Pick<StaffPerson, 'cookie'>,
  address: string,
  { method = 'GET', body, headers = {} }: Way = {},
): Promise<StaffAnswer> {
  const url = new URL(`http://127.0.0.1/api${address.startsWith('/') ? '' : '/PRES-live/'}${address}`)
  const { file, params } = routeOf(url.pathname.replace('/api', ''))
  const route = (await import(file)) as Readonly<Record<'GET' | 'POST', APIRoute>>
  const locals: App.Locals = { locale: 'he', requestId: '', visitor: undefined, said: undefined }
  const all = { cookie, uuid: randomUUID(), 'content-type': 'application/json', ...headers }
  const request = new Request(url, { method, headers: all, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) })
  const answer = await route[method](createContext({ request, params, defaultLocale: 'he', clientAddress: '127.0.0.1', locals }))
  return { status: answer.status, body: await answer.json() }
}

/** Opens the stream of changes of a screen. @param query of the call @returns a function that waits for the next event with cells, and one that ends it */
export async function openChanges({ cookie }: Pick<StaffPerson, 'cookie'>, query: string) {
  const { GET } = (await import(resolve('src/pages/api/PRES-live/changes.ts'))) as { readonly GET: APIRoute }
  const leaving = new AbortController()
  const request = new Request(`http://127.0.0.1/api/PRES-live/changes?${query}`, { headers: { cookie }, signal: leaving.signal })
  const locals: App.Locals = { locale: 'he', requestId: '', visitor: undefined, said: undefined }
  const answer = await GET(createContext({ request, params: {}, defaultLocale: 'he', clientAddress: '127.0.0.1', locals }))
  const reader = answer.status === 200 ? answer.body?.getReader() : undefined
  return {
    status: answer.status,
    async nextCells(): Promise<{ readonly id: string; readonly day: string; readonly cells: Record<string, string> } | undefined> {
      for (;;) {
        const event = await reader?.read()
        if (!event || event.done) return undefined
        const [, id = '', data = ''] =
          /^id: (\S+)\nevent: cells\ndata: (.*)$/m.exec(Buffer.from(event.value as Uint8Array).toString()) ?? []
        if (data !== '') return { id, ...(JSON.parse(data) as { day: string; cells: Record<string, string> }) }
      }
    },
    leave: () => {
      leaving.abort()
    },
  }
}

/** Asks for a file of a table of sales. @param query of /PRES-live/export */
export async function askExport({ cookie }: Pick<StaffPerson, 'cookie'>, query: string): Promise<Response> {
  const { GET } = (await import(resolve('src/pages/PRES-live/export.ts'))) as { readonly GET: APIRoute }
  const request = new Request(`http://127.0.0.1/PRES-live/export?${query}`, { headers: { cookie } })
  const locals: App.Locals = { locale: 'he', requestId: '', visitor: undefined, said: undefined }
  return GET(createContext({ request, params: {}, defaultLocale: 'he', clientAddress: '127.0.0.1', locals }))
}

function routeOf(path: string): { readonly file: string; readonly params: Record<string, string> } {
  for (const { path: declared } of Object.values({ ...LIVE_ROUTES, ...ACT_ROUTES, ...REFERENCE_ROUTES, ...UNSCRIPTED_ROUTES })) {
    const pattern = new RegExp(`^${declared.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const found = pattern.exec(path)
    if (!found) continue
    const base = resolve(`src/pages/api${declared.replaceAll(/\{(\w+)\}/g, '[$1]')}`)
    return { file: existsSync(`${base}.ts`) ? `${base}.ts` : `${base}/index.ts`, params: { ...found.groups } }
  }
  throw new Error(`There is no call ${path}.`)
}
