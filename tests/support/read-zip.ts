import { inflateRawSync } from 'node:zlib'

const DIRECTORY_ENTRY = 0x02014b50

/** The files of a zip archive by name, read by its central directory. */
export function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('This is no zip archive.')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [method, size, nameSize] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const start = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameSize)
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const packed = archive.subarray(content, content + size)
    files.set(name, method === 0 ? packed : inflateRawSync(packed))
    at += 46 + nameSize + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}
