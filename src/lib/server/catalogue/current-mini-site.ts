import { isOpenSite, type MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { enteredMiniSite } from '#lib/server/customers/session/entered-mini-site.ts'
import { catalogue } from './catalogue.ts'

/** The mini-site that a visitor is in, while its page is there. */
export async function currentSiteOf(uuid: string): Promise<MiniSite | undefined> {
  const { miniSites } = await catalogue()
  if (miniSites.size === 0) return undefined
  const id = await enteredMiniSite(uuid)
  const site = id === null ? undefined : [...miniSites.values()].find((one) => one.id === id)
  return site && isOpenSite(site, Date.now()) ? site : undefined
}

/** Whether a visitor is in a mini-site that sells the presentation: there its flag of being sold out does not count (decision 12). */
export async function isSoldInSiteOf(uuid: string, presentationId: number): Promise<boolean> {
  const { miniSites } = await catalogue()
  if (![...miniSites.values()].some(({ presentationIds }) => presentationIds.includes(presentationId))) return false
  return (await currentSiteOf(uuid))?.presentationIds.includes(presentationId) === true
}
