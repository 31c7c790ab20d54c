import type { AstroCookieSetOptions, AstroCookies } from 'astro'
import type { IncomingMessage } from 'node:http'

/** What is read and set of a browser's cookies, in a page or before there is one. */
export type CookieJar = {
  get(name: string): Pick<NonNullable<ReturnType<AstroCookies['get']>>, 'value'> | undefined
  set(name: string, value: string, options?: AstroCookieSetOptions): void
}

/** The cookies of a request before it becomes a page's. */
export class MessageCookies implements CookieJar {
  readonly #given: ReadonlyMap<string, string>
  readonly #lines: string[] = []

  constructor({ headers: { cookie = '' } }: Pick<IncomingMessage, 'headers'>) {
    const pairs = cookie.split(';').map((one) => /^\s*([^=\s]+)=(.*?)\s*$/.exec(one) ?? [])
    // The first of a name counts, as everywhere.
    this.#given = new Map(pairs.toReversed().map(([, name = '', value = '']) => [name, decoded(value)]))
  }

  get(name: string): { readonly value: string } | undefined {
    const value = this.#given.get(name)
    return value === undefined ? undefined : { value }
  }

  set(name: string, value: string, { path = '/', maxAge, httpOnly, secure, sameSite }: AstroCookieSetOptions = {}): void {
    const parts = [
      `${name}=${encodeURIComponent(value)}`,
      ...(maxAge === undefined ? [] : [`Max-Age=${String(maxAge)}`]),
      `Path=${path}`,
      ...(httpOnly === true ? ['HttpOnly'] : []),
      ...(secure === true ? ['Secure'] : []),
      ...(sameSite === 'lax' ? ['SameSite=Lax'] : []),
    ]
    this.#lines.push(parts.join('; '))
  }

  /** The Set-Cookie lines of what was set. */
  get lines(): readonly string[] {
    return this.#lines
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'))
  } catch {
    return value
  }
}
