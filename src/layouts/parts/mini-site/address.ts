import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'

/** The address of a mini-site's page. */
export function addressOfSite({ url }: Pick<MiniSite, 'url'>): string {
  return `/mini-site/${encodeURIComponent(url)}`
}
