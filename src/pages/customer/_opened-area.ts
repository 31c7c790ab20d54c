import type { APIContext } from 'astro'
import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { areaCustomerOf, type AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** The visitor's open personal area, or the parameters of the sign-in. */
export type OpenedArea =
  | { readonly isOpen: true; readonly info: CustomerAreaInfo; readonly visitor: Visitor; readonly customer: AreaCustomer }
  | { readonly isOpen: false; readonly isAgain: boolean; readonly isForLink: boolean; readonly returnTo: string }

/**
 * `?again` asks a signed-in customer to authenticate again, and `return` is the path afterwards. `?signIn=link`: a signed-in customer opened a sign-in link,
 * perhaps another's.
 */
export async function openArea({ locals, url }: Pick<APIContext, 'locals' | 'url'>): Promise<OpenedArea> {
  const { visitor } = locals
  const customer = await areaCustomerOf(visitor)
  const isAgain = url.searchParams.has('again')
  const isForLink = customer !== undefined && url.searchParams.get('signIn') === 'link'
  if (!visitor || !customer || isForLink || (isAgain && !customer.isFresh)) {
    return { isOpen: false, isAgain: isAgain && customer !== undefined, isForLink, returnTo: returnAddress(url) }
  }
  return { isOpen: true, info: await customerAreaOf(visitor, customer, locals.locale), visitor, customer }
}

/** Pages of the personal area only. */
const OWN_PATH = /^\/(?:customer|booking\/customer-portal)(?:\/[a-z]+)?(?:#[a-z]+)?$/

function returnAddress({ pathname, search, searchParams }: URL): string {
  const asked = searchParams.get('return')
  if (asked !== null && OWN_PATH.test(asked)) return asked
  return searchParams.has('again') || searchParams.has('signIn') ? pathname : `${pathname}${search}`
}
