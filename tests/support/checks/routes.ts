import { resolve } from 'node:path'
import { createContext } from 'astro/middleware'
import type { APIRoute } from 'astro'

type Method = 'GET' | 'POST' | 'PUT'

/** Calls a route of the API in this process. @param file below src/pages/api @returns undefined if it does not know the method */
export async function answerOf(
  file: string,
  request: Request,
  params: Readonly<Record<string, string>> = {},
): Promise<Response | undefined> {
  const route = (await import(resolve('src/pages/api', file))) as Partial<Readonly<Record<Method, APIRoute>>>
  const locals: App.Locals = { locale: 'he', requestId: '', visitor: undefined, said: undefined }
  return route[request.method as Method]?.(createContext({ request, params, defaultLocale: 'he', clientAddress: '127.0.0.1', locals }))
}

/** The same, of which only the status is of interest. */
export async function statusOf(...asked: Parameters<typeof answerOf>): Promise<number> {
  return (await answerOf(...asked))?.status ?? 0
}
