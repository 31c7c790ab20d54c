import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSiteServer } from '#lib/server/platform/http/http-server.ts'
import { loadSite } from '#lib/server/platform/http/site.ts'

const ENTRY = `export const handler = async (request, answer) => void answer.end('page')`

/** A build of two files and one page. */
async function makeBuild(): Promise<string> {
  const build = await mkdtemp(join(tmpdir(), 'build-'))
  await mkdir(join(build, 'client'))
  await mkdir(join(build, 'server'))
  await writeFile(join(build, 'server', 'entry.mjs'), ENTRY)
  for (const name of ['stays.js', 'goes.js']) await writeFile(join(build, 'client', name), `// ${name}`)
  return build
}

it('a file that is gone since the start, for example under a new build, fails alone: the shop stays open', async () => {
  const build = await makeBuild()
  const server = createSiteServer({
    ...(await loadSite(build)),
    callerOf: () => null,
    isDatabaseUp: () => true,
    hasRoom: () => true,
    isHttps: false,
    trustsProxy: false,
  })
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    const ask = async (path: string) => (await fetch(`${origin}${path}`)).text()
    await rm(join(build, 'client', 'goes.js'))
    await expect(ask('/goes.js')).rejects.toThrow()
    expect(await ask('/stays.js')).toBe('// stays.js')
    expect(await ask('/order')).toBe('page')
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(build, { recursive: true })
  }
})
