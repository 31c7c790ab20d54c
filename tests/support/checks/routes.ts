import { resolve } from 'node:path'
import { createContext } from 'astro/middleware'
import type { APIRoute } from 'astro'

type Method = 'GET' | 'POST' | 'PUT'

/** Calls a route of the API in this process. @param file below src/pages/api */
export async function statusOf(file: string, request: Request, params: Readonly<Record<string, string>> = {}): Promise<number> {
  const route = (await import(resolve('src/pages/api', file))) as Partial<Readonly<Record<Method, APIRoute>>>
  const locals: App.Locals = { locale: 'he', requestId: '', visitor: undefined, said: undefined }
  const answer = await route[request.method as Method]?.(
    createContext({ request, params, defaultLocale: 'he', clientAddress: '127.0.0.1', locals }),
  )
  return answer?.status ?? 0
}
