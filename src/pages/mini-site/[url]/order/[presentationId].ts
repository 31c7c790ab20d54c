import type { APIRoute } from 'astro'
import { idText } from '#lib/contract/wire.ts'
import { addressOfSite } from '#lib/domain/catalogue/mini-sites.ts'
import { enterMiniSite } from '#lib/server/customers/session/entered-mini-site.ts'
import { findSite } from '#lib/server/entitlements/mini-site/mini-sites.ts'

/**
 * The way from a mini-site in an organiser's page to the order of one of its presentations: the visitor, whom that page does not know, is in the mini-site
 * first. Into a closed one without a reference the way leads to its door.
 */
export const GET: APIRoute = async ({ params, locals, rewrite, redirect }) => {
  const presentationId = idText.safeParse(params.presentationId)
  const found = await findSite(params.url ?? '', locals.visitor?.uuid)
  if (!found.ok || !presentationId.success || !locals.visitor) return rewrite('/404')
  const { site, isShut } = found.value
  if (isShut || !site.presentationIds.includes(presentationId.data)) return redirect(addressOfSite(site), 303)
  await enterMiniSite(locals.visitor.uuid, site.id)
  return redirect(`/order/${String(presentationId.data)}`, 303)
}
