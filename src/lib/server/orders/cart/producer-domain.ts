import type { AstroCookies } from 'astro'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { DOMAIN_QUERY, isPresLive } from '#lib/domain/orders/producer-area.ts'
import { mayStaff, PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'

/**
 * The domain in which a browser orders: that of producers, for one presentation at a time, so that what its owner buys elsewhere stays a purchase in the shop.
 * It says how pages look; whether anybody may sell as a producer is asked of the session of staff each time.
 */

/** The producer for whom an order page works: the address has set the domain, now or before (spec §4). Anybody else orders in the shop, whatever it says. */
export async function producerOfPage(
  { cookies, url }: { readonly cookies: AstroCookies; readonly url: URL },
  presentationId: number,
): Promise<StaffMember | undefined> {
  const isAsked = isPresLive(url.searchParams.get(DOMAIN_QUERY))
  if (!isAsked && domainIn(cookies) !== presentationId) return undefined
  const member = await sellerOf(cookies, [presentationId])
  if (member && isAsked) {
    const { domain, secure } = cookieNames()
    cookies.set(domain, String(presentationId), { path: '/', httpOnly: true, secure, sameSite: 'lax' })
  }
  return member
}

/**
 * The producer who looks at, chooses or pays seats: of the presentation of the domain, and of no other.
 * @param domain what the call says; left out or empty: what the browser has kept
 */
export async function producerOfSeats(
  cookies: AstroCookies,
  presentationIds: readonly number[],
  domain?: string,
): Promise<StaffMember | undefined> {
  if (domain) return isPresLive(domain) ? sellerOf(cookies, presentationIds) : undefined
  const own = domainIn(cookies)
  if (presentationIds.length === 0 || presentationIds.some((id) => id !== own)) return undefined
  return sellerOf(cookies, presentationIds)
}

/** From now on this browser orders in the shop. */
export function leaveDomain(cookies: AstroCookies): void {
  const { domain, secure } = cookieNames()
  cookies.delete(domain, { path: '/', secure })
}

function domainIn(cookies: AstroCookies): number | undefined {
  const value = cookies.get(cookieNames().domain)?.value
  return value === undefined ? undefined : Number(value)
}

async function sellerOf(cookies: AstroCookies, presentationIds: readonly number[]): Promise<StaffMember | undefined> {
  const member = await staffOf(cookies)
  const { presentations } = await catalogue()
  const isOwn = (id: number) => sellsFor(member, presentations.get(id))
  return member && presentationIds.every(isOwn) ? member : undefined
}

/** Whether somebody sells seats of a presentation as a producer. */
export function sellsFor(member: StaffMember | undefined, presentation: Presentation | undefined): boolean {
  if (!member || !presentation) return false
  const { businessId, featureId, prices } = presentation
  const { allocationIds } = member
  return (
    mayStaff(member, PERMISSIONS.producerSeats, { businessId, featureId }) &&
    (allocationIds === undefined || prices.some(({ allocationId }) => allocationIds.includes(allocationId)))
  )
}

/** The ticket groups of a presentation that are sold of the allocations of a producer. */
export function groupsOfProducer({ allocationIds }: StaffMember, { prices }: Pick<Presentation, 'prices'>): ReadonlySet<number> {
  const own = prices.filter(({ allocationId }) => allocationIds === undefined || allocationIds.includes(allocationId))
  return new Set(own.map(({ ticketGroupId }) => ticketGroupId))
}
