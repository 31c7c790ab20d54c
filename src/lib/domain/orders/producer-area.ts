/** Names the query parameter that marks the producers' area, and its value (spec §4). */
export const DOMAIN_QUERY = 'domain'
export const PRES_LIVE = 'presLive'

/** Whether a page or a call is used from the producers' area. */
export function isPresLive(domain: string | null | undefined): boolean {
  return domain === PRES_LIVE
}
