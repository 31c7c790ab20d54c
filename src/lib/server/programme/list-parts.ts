/** Which part of a list an address names, from 1; anything that is none is the first, and what is behind the last is the last. */
export function partOf(
  count: number,
  atOnce: number,
  wanted: string | null,
): { part: number; earlier: number | undefined; later: number | undefined } {
  const parts = Math.max(1, Math.ceil(count / atOnce))
  const part = Math.min(parts, /^[1-9]\d{0,4}$/.test(wanted ?? '') ? Number(wanted) : 1)
  return { part, earlier: part > 1 ? part - 1 : undefined, later: part < parts ? part + 1 : undefined }
}
