import sirv from 'sirv'
import type { Site } from './http-server.ts'

/** The files of a build for browsers. Those under /_astro have their hash in their name and never change. */
export function builtFiles(directory: string): Site['files'] {
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
