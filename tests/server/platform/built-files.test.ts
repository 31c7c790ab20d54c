import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSiteServer } from '#lib/server/platform/http/http-server.ts'
import { builtFiles } from '#lib/server/platform/http/built-files.ts'

async function makeFiles(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'files-'))
  for (const name of ['stays.js', 'goes.js']) await writeFile(join(directory, name), `// ${name}`)
  return directory
}

it('fails only the request for a file that is gone since the start, for example after a new build', async () => {
  const directory = await makeFiles()
  const server = createSiteServer({
    files: builtFiles(directory),
    pages: (_request, answer) => Promise.resolve(void answer.end('page')),
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
    await rm(join(directory, 'goes.js'))
    await expect(ask('/goes.js')).rejects.toThrow()
    expect(await ask('/stays.js')).toBe('// stays.js')
    expect(await ask('/order')).toBe('page')
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(directory, { recursive: true })
  }
})
