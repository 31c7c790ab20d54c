import { listOf, type Environment } from './environment.ts'
import { LOOPBACK_HOST } from './loopback.ts'

/** The sites of organisers that may show the shop's pages in their own: EMBED_ORIGINS. */

type Given = Pick<Environment, 'EMBED_ORIGINS'>

/** Their origins as browsers write them: a Hebrew name in its ASCII form, no slash at the end. */
export function embedOriginsOf({ EMBED_ORIGINS: given }: Given): readonly string[] {
  return [...new Set(listOf(given).map((one) => new URL(one).origin))]
}

/** What is no origin: a path, a wildcard, another protocol, plain http elsewhere than on this machine. */
export function embedProblems({ EMBED_ORIGINS: given }: Given): readonly (string | false)[] {
  return listOf(given).map((one) => !isOrigin(one) && `EMBED_ORIGINS: ${one} is no origin such as https://www.organiser.example`)
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\/[^\s/?#@*;,]+\/?$/.test(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || LOOPBACK_HOST.test(hostname)
}
