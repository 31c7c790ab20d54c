import { createHash } from 'node:crypto'
import { Piscina } from 'piscina'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { spend } from '#lib/server/platform/http/limits/limits.ts'
import { Kept } from '#lib/server/platform/config/kept.ts'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { costOf, type Drawing, type FileDrawing } from './drawing.ts'
import type { QrPath } from '../ticket-codes.ts'

/** One thread, so that a flood of PDFs leaves the other cores to the shop; drawings beyond the queue are refused. */
const THREADS = { minThreads: 1, maxThreads: 1, maxQueue: 200 } as const
/** Cache sizes. A PDF has about 40 kB, a symbol 10 kB. */
const [PDFS_KEPT, CODES_KEPT] = [200, 500]

interface Studio {
  readonly pool: Piscina
  readonly pdfs: Kept<Uint8Array<ArrayBuffer>>
  readonly codes: Kept<QrPath>
}

let open: Studio | undefined

/** The thread runs the source files, even if the site is a bundle. */
function studio(): Studio {
  return (open ??= {
    pool: new Piscina({ filename: projectFile('src/lib/server/documents/drawing/drawing-worker.ts'), ...THREADS }),
    pdfs: new Kept(PDFS_KEPT),
    codes: new Kept(CODES_KEPT),
  })
}

/**
 * Draws a PDF or a file of passes in another thread and caches it.
 * @param caller whose limit the sheets count towards; null for the shop's own messages, which are not limited
 */
export async function drawFile(drawing: FileDrawing, caller: string | null): Promise<Result<Buffer>> {
  const { pdfs } = studio()
  const name = createHash('sha256').update(JSON.stringify(drawing)).digest('base64url')
  const wait = pdfs.has(name) ? undefined : await spend('drawing', caller, costOf(drawing))
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  return accept(Buffer.from(await pdfs.get(name, () => run<Uint8Array<ArrayBuffer>>(drawing))))
}

/** The QR symbol of a ticket's code, cached like `drawFile`. */
export function drawCode(code: string): Promise<QrPath> {
  return studio().codes.get(code, () => run<QrPath>({ kind: 'code', code }))
}

/** @throws if the queue is full: retry later */
function run<Drawn>(drawing: Drawing): Promise<Drawn> {
  return studio().pool.run(drawing) as Promise<Drawn>
}

/** Ends the thread; the next drawing starts a new one. */
export async function closeStudio(): Promise<void> {
  const closing = open
  open = undefined
  await closing?.pool.destroy()
}
