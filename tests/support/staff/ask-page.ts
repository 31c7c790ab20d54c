import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { cookiesOf } from '#tests/support/checks/people.ts'
import type { StaffPerson } from './staff.ts'

/** What a page of staff is opened with, in this process. A redirect answers with its address, a page that is not there with 404. */
export function pageContext({ cookie }: Pick<StaffPerson, 'cookie'>, address: string, form?: Readonly<Record<string, string>>): object {
  const url = new URL(`http://127.0.0.1${address}`)
  const request = new Request(url, { headers: { cookie }, ...(form && { method: 'POST', body: new URLSearchParams(form) }) })
  return {
    ...{ request, url, cookies: cookiesOf({ cookie }), clientAddress: '127.0.0.1' },
    locals: { locale: 'he', requestId: '', visitor: { uuid: randomUUID(), proof: 'cookie' }, said: undefined },
    redirect: (location: string, status: number) => new Response(null, { status, headers: { location } }),
    rewrite: () => Promise.resolve(new Response(null, { status: 404 })),
  }
}

/** A function of a file of pages, which tests import by its path. */
export async function ofPages<Work>(file: string, name: string): Promise<Work> {
  const all = (await import(resolve('src/pages', file))) as Readonly<Record<string, Work>>
  const work = all[name]
  if (!work) throw new Error(`${file} has no ${name}.`)
  return work
}
