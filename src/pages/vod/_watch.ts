import type { APIContext } from 'astro'
import { opaque } from '#lib/contract/wire.ts'
import { unsupportedDevice, type UnsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { leavingCart, type Leaving } from '#lib/server/orders/commit/leaving-cart.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { filmOf } from '#lib/server/vod/films.ts'
import { textOf } from '#lib/text/text.ts'
import { filmView, type FilmView } from './_films.ts'

type Context = Pick<APIContext, 'request' | 'locals' | 'params'>

/** The content of a film's page. */
export interface WatchPage extends FilmView {
  /** Why films do not play here, as far as the server can tell; undefined if the setting lets them. */
  readonly unsupported: UnsupportedDevice | undefined
  readonly isChromeOnly: boolean
  /** Whether an order was named that is not the visitor's. */
  readonly isOthers: boolean
  readonly problem?: string
  /** What leaves the cart if the visitor goes on; only while the page asks. */
  readonly leaving?: Leaving
  readonly status: number
}

/** Opens the page, or takes its form, which buys a ticket. undefined: no such film; `goTo`: the form was accepted. */
export async function openFilm(context: Context): Promise<WatchPage | { readonly goTo: string } | undefined> {
  const { vodId = '', resId } = context.params
  const { locals, request } = context
  const film = /^[1-9]\d{0,8}$/.test(vodId) ? await filmOf(Number(vodId), locals.locale) : undefined
  const order = resId === undefined ? undefined : opaque.safeParse(resId)
  if (!film || order?.success === false) return undefined
  const isChromeOnly = settings().vodChromeOnly
  const view = await filmView(film, locals, order?.data ?? null)
  const isOthers = order !== undefined && view.watch.state === 'forSale'
  const page: WatchPage = {
    ...view,
    isChromeOnly,
    isOthers,
    unsupported: isChromeOnly ? unsupportedDevice(request.headers.get('user-agent') ?? '') : undefined,
    status: isOthers ? 404 : 200,
  }
  return request.method === 'POST' ? buy(context, page) : page
}

async function buy({ request, locals: { locale, visitor } }: Context, page: WatchPage): Promise<WatchPage | { readonly goTo: string }> {
  const t = textOf(locale)
  if (isCrossSite(request) || !visitor) {
    const code = visitor ? 'CROSS_SITE' : 'MISSING_UUID'
    return { ...page, problem: t(`errors.${code}`), status: statusOf(code) }
  }
  const sent = await readForm(request)
  const leaving = sent.has('replace') ? undefined : await leavingCart(visitor.uuid, locale, 'films')
  if (leaving) return { ...page, leaving, status: 409 }
  const { vodId, price } = page.film
  const stored = await storeCartOf(visitor.uuid, { films: [{ vodId, price }] })
  if (stored.ok) return { goTo: '/booking/checkout' }
  const { code, facts } = stored.refusal
  return { ...page, problem: t(`errors.${code}`, facts), status: statusOf(code) }
}
