import { ltr } from '#lib/text/isolate.ts'

/** A code of Latin letters and digits keeps its order inside a Hebrew sentence. */
export function ltrCode(label: string): string {
  return /^[\x20-\x7e]+$/.test(label) ? ltr(label) : label
}
