/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The part that a Range header asks for of a file of this size (RFC 9110 §14): undefined for the whole, also where several parts or another unit are asked for;
 * 'none' if nothing of the file is in it.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > end ? 'none' : { start, end }
}
