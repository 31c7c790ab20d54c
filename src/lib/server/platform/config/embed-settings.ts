import { listOf, type Environment } from './environment.ts'
import { LOOPBACK_HOST } from './loopback.ts'
import type { Place } from './shop-place.ts'

/** The sites of organisers that may show the shop's pages in their own: EMBED_ORIGINS. */

type Given = Pick<Environment, 'EMBED_ORIGINS'>

/** Pages of this machine itself, at any port: browsers take this name for another site than 127.0.0.1. */
const OF_THIS_MACHINE = 'http://localhost:*'

/** Their origins as browsers write them: a Hebrew name in its ASCII form, no slash at the end. The demo on this machine lets pages of this machine in too. */
export function embedOriginsOf(
  { EMBED_ORIGINS: given }: Given,
  { isLoopback, isDemo }: Pick<Place, 'isLoopback' | 'isDemo'>,
): readonly string[] {
  return [...new Set([...listOf(given).map((one) => new URL(one).origin), ...(isLoopback && isDemo ? [OF_THIS_MACHINE] : [])])]
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
