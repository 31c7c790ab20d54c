/** Pages on which an order begins, of one thing or as a list. */
const BEGINS = /^\/(?:order|booking\/features|mini-site|membership|system-vouchers|donations|vod)(?:\/[\p{L}\p{N}_-]+){0,2}$/u

/** The page of the shop that an outside address names, never one elsewhere; the first page where it names none. @param to a path, not encoded */
export function shopPath(to: string | undefined): string {
  return to !== undefined && BEGINS.test(to) ? encodeURI(to) : '/'
}
