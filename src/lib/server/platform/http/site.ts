import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sirv from 'sirv'
import type { Site } from './http-server.ts'

/** The handler that @astrojs/node builds in its middleware mode. */
type AstroHandler = (request: IncomingMessage, answer: ServerResponse) => Promise<void>

/**
 * The built site.
 * @throws a sentence for the operator when there is no build.
 */
export async function loadSite(build: string): Promise<Pick<Site, 'files' | 'pages'>> {
  const entry = join(build, 'server', 'entry.mjs')
  if (!existsSync(entry)) throw new Error(`There is no build in ${build}: run npm start, which makes one, or npm run build.`)
  const built: unknown = await import(pathToFileURL(entry).href)
  if (!hasHandler(built)) throw new Error(`${entry} is not a build of this app.`)
  return {
    files: builtFiles(join(build, 'client')),
    pages: (request, answer) => built.handler(request, answer),
  }
}

/** Files under /_astro have their hash in their name and never change. */
function builtFiles(directory: string): Site['files'] {
  const files = sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (answer, path) => {
      answer.setHeader('Cache-Control', path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  return (request, answer, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next()
      return
    }
    // A file that can no longer be read, for example because a new build took its place, ends this answer and nothing else.
    answer.once('pipe', (file) => file.once('error', () => answer.destroy()))
    files(request, answer, next)
  }
}

function hasHandler(built: unknown): built is { handler: AstroHandler } {
  return typeof built === 'object' && built !== null && 'handler' in built && typeof built.handler === 'function'
}
