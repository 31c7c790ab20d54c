import { settings } from '#lib/server/platform/config/settings.ts'

/** Addresses of the legal texts and the manual: our own pages, unless a setting overrides them (spec §2). */
export interface HouseLinks {
  readonly terms: string
  readonly privacy: string
  readonly accessibility: string
  readonly manual: string | undefined
}

export function houseLinks(): HouseLinks {
  const { links } = settings()
  return {
    terms: links.terms ?? '/terms',
    privacy: links.privacy ?? '/privacy',
    accessibility: links.accessibility ?? '/accessibility',
    manual: links.manual,
  }
}
