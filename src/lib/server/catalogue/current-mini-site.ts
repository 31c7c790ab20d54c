import { isOpenSite, type MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { enteredMiniSite } from '#lib/server/customers/session/entered-mini-site.ts'
import { catalogue } from './catalogue.ts'

/** The mini-site that a visitor is in, while its page is there. */
export async function currentSiteOf(uuid: string): Promise<MiniSite | undefined> {
  const { miniSites } = await catalogue()
  return miniSites.size === 0 ? undefined : openSiteById(await enteredMiniSite(uuid))
}

/** A mini-site by its id, while its page is there: what was begun there leads back to it. */
export async function openSiteById(id: number | null): Promise<MiniSite | undefined> {
  if (id === null) return undefined
  const { miniSites } = await catalogue()
  const site = [...miniSites.values()].find((one) => one.id === id)
  return site && isOpenSite(site, Date.now()) ? site : undefined
}

/** The mini-site that a visitor is in, if it sells any of the presentations: what is ordered of them is ordered there. */
export async function siteSelling(uuid: string, presentationIds: readonly number[]): Promise<MiniSite | undefined> {
  const { miniSites } = await catalogue()
  const sells = (site: MiniSite) => presentationIds.some((id) => site.presentationIds.includes(id))
  if (![...miniSites.values()].some(sells)) return undefined
  const current = await currentSiteOf(uuid)
  return current && sells(current) ? current : undefined
}

/** Whether a visitor is in a mini-site that sells the presentation: there its flag of being sold out does not count (decision 12). */
export async function isSoldInSiteOf(uuid: string, presentationId: number): Promise<boolean> {
  return (await siteSelling(uuid, [presentationId])) !== undefined
}
