import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXTUAL = /\.(js|mjs|css|svg|json|html|txt|webmanifest|xml)$/
const WORTH_COMPRESSING = 1024

/** Writes FILE.br and FILE.gz beside every text file of a build, once, at the highest quality, so that responses need no compression. */
export function precompress(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !TEXTUAL.test(entry.name)) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const text = readFileSync(file)
    if (text.length < WORTH_COMPRESSING) continue
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
}
