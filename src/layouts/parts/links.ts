import { settings } from '#lib/server/settings.ts'

/** Where the legal texts and the manual are: our own pages, unless a setting leads elsewhere (spec §2). */
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

/** An Israeli number as a tel: address: 03-777-0140 becomes tel:+97237770140; short and star numbers stay as they are. */
export function phoneAddress(phone: string): string {
  const digits = phone.replace(/[^\d*+]/g, '')
  return `tel:${/^0\d{8,9}$/.test(digits) ? `+972${digits.slice(1)}` : digits}`
}
