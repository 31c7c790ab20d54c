import { database } from '#lib/server/platform/db/connect.ts'
import { insertOrder } from '#tests/support/database/order-rows.ts'
import { scaled } from '../bench.ts'

/** What one address asks for without end. */
export interface Flood {
  readonly name: string
  readonly method?: 'GET' | 'POST'
  /** In turn. */
  readonly paths: readonly string[]
  /** In turn. */
  readonly bodies?: readonly unknown[]
  /** Visitors that ask in turn, as one address has room for more calls than one of them: as plain clients, or each with the cookies of a page that it opened. */
  readonly visitors?: { readonly count: number; readonly areBrowsers: boolean }
}

const CLIENTS = { count: 10, areBrowsers: false } as const
const LOGIN = { password: 'wrong-password-1', recaptchaToken: 'x' }

/** The floods that FLOODS names, separated by commas; all where it names none. */
export async function wantedFloods(): Promise<readonly Flood[]> {
  const names = (process.env.FLOODS ?? '').split(',').filter((name) => name !== '')
  return (await allFloods()).filter(({ name }) => names.length === 0 || names.some((wanted) => name.includes(wanted)))
}

/** Whatever is heavy to answer: large lists, papers to draw, pages of many parts, plans, passwords, messages, choosing. */
async function allFloods(): Promise<readonly Flood[]> {
  const keys = await documents(scaled(200))
  const { stadium, seatplan, features } = await catalogueIds()
  return [
    { name: 'presentations of 50 features', paths: [`/api/presentations?featureIds=${features.slice(0, 50).join(',')}`] },
    { name: 'PDFs of 200 orders', paths: keys.map((key) => `/edocument/${key}/ticket.pdf`) },
    { name: 'PDF of one order', paths: [`/edocument/${keys[0] ?? ''}/ticket.pdf`] },
    { name: 'pages of 200 orders', paths: keys.map((key) => `/edocument/${key}`) },
    { name: 'outbox, page', paths: ['/dev/outbox'] },
    { name: 'outbox, call', paths: ['/api/dev/outbox'] },
    { name: 'home page', paths: ['/'] },
    { name: 'feature pages', paths: features.map((id) => `/booking/features/${String(id)}`) },
    { name: 'order page of the stadium', paths: [`/order/${String(stadium)}`] },
    { name: 'page of orders', paths: ['/order'] },
    { name: 'the OpenAPI document', paths: ['/api/openapi.json'] },
    { name: 'plan of the stadium, as rows', paths: [`/api/seats/seatplan?seatplanId=${String(seatplan)}`] },
    { name: 'state of the stadium, as rows', paths: [`/api/seats/seats-status?presentationId=${String(stadium)}&isReserved=1`] },
    {
      name: 'best available in the stadium',
      paths: [`/api/seats/best-available?presentationId=${String(stadium)}&quantity=4`],
      visitors: CLIENTS,
    },
    {
      name: 'passwords',
      paths: ['/api/customer/login'],
      method: 'POST',
      bodies: Array.from({ length: 100 }, (_none, n) => ({ ...LOGIN, email: `nobody${String(n)}@shura.example` })),
      visitors: { count: 10, areBrowsers: true },
    },
    { name: 'human checks', paths: ['/api/captcha/challenge?action=seats'], visitors: CLIENTS },
  ]
}

/** Paid orders with a mail and an SMS each. @returns the keys of their documents */
async function documents(count: number): Promise<readonly string[]> {
  const { rows } = await database().query<{ presentation_id: number }>(
    "SELECT presentation_id FROM presentation WHERE starts_at > now() + interval '1 day' ORDER BY 1 LIMIT 1",
  )
  const presentationIds = [rows[0]?.presentation_id ?? 1]
  const keys: string[] = []
  for (let n = 0; n < count; n++) {
    const { orderId, documentKey } = await insertOrder({ presentationIds })
    keys.push(documentKey)
    await database().query(
      `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, sent_at)
       SELECT gen_random_uuid(), $1, channel, 'tickets', 'flood@shura.example', 'sent', now() FROM unnest('{mail,sms}'::text[]) channel`,
      [orderId],
    )
  }
  return keys
}

async function catalogueIds(): Promise<{ readonly stadium: number; readonly seatplan: number; readonly features: readonly number[] }> {
  const { rows } = await database().query<{ stadium: number; seatplan: number; features: number[] }>(
    `SELECT presentation_id AS stadium, seatplan_id AS seatplan, (SELECT array_agg(feature_id ORDER BY 1) FROM feature) AS features FROM presentation
     WHERE seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AND NOT is_cancelled AND NOT soldout
     ORDER BY presentation_id DESC LIMIT 1`,
  )
  const [found] = rows
  if (!found) throw new Error('The demo has no stadium.')
  return found
}
