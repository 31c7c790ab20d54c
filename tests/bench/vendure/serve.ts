import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What is used of its package. */
interface Vendure {
  readonly bootstrap: (config: object) => Promise<{ get<T>(service: Service<T>): T }>
  readonly dummyPaymentHandler: { readonly code: string }
  readonly NoopLogger: new () => object
  readonly Populator: Service<{ populateInitialData(all: object): Promise<void> }>
  readonly FastImporterService: Service<{
    initialize(): Promise<void>
    createProduct(product: object): Promise<number>
    createProductVariant(variant: object): Promise<number>
  }>
}

type Service<T> = abstract new (...parts: never) => T

/** Four for each of sixteen orders at once, four times over. */
const VARIANTS = 256
/** Its transactions take one connection each, its sessions others. */
const CONNECTIONS = 32
const LANGUAGE = 'en'

/**
 * Runs Vendure in a process of its own: MODULES says where it is installed, DATABASE_URL names an empty database, PORT where it is open. As it comes, without plugins:
 * jobs in memory, its own dummy provider, which settles at once, and no log. Sends the ids of what can be bought once it is open, and ends with its parent.
 */
process.on('disconnect', () => process.exit())
const { MODULES = '', DATABASE_URL = '', PORT } = process.env
const vendure = createRequire(join(MODULES, 'here.js'))('@vendure/core') as Vendure
const url = new URL(DATABASE_URL)
const app = await vendure.bootstrap({
  apiOptions: { hostname: '127.0.0.1', port: Number(PORT), shopApiPath: 'shop-api', adminApiPath: 'admin-api' },
  authOptions: {
    superadminCredentials: { identifier: randomUUID(), password: randomUUID() },
    cookieOptions: { secret: randomUUID() },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
    poolSize: CONNECTIONS,
    synchronize: true,
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [vendure.dummyPaymentHandler] },
  logger: new vendure.NoopLogger(),
  plugins: [],
})
await app.get(vendure.Populator).populateInitialData({
  defaultLanguage: LANGUAGE,
  defaultZone: 'Home',
  countries: [{ code: 'IL', name: 'Israel', zone: 'Home' }],
  taxRates: [{ name: 'Standard', percentage: 18 }],
  shippingMethods: [{ name: 'By post', price: 700 }],
  paymentMethods: [
    { name: 'Dummy', handler: { code: vendure.dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] } },
  ],
  collections: [],
})
process.send?.(await fill())

async function fill(): Promise<readonly number[]> {
  const importer = app.get(vendure.FastImporterService)
  await importer.initialize()
  const product = { languageCode: LANGUAGE, name: 'Show', slug: 'show', description: '' }
  const productId = await importer.createProduct({ enabled: true, translations: [product] })
  const ids: number[] = []
  for (let n = 0; n < VARIANTS; n++) {
    const translations = [{ languageCode: LANGUAGE, name: `Seat ${String(n)}` }]
    // Of a database that was empty, the first tax category is the one above.
    const variant = { productId, sku: `seat-${String(n)}`, price: 10_000, taxCategoryId: 1, stockOnHand: 1_000_000, trackInventory: 'TRUE' }
    ids.push(await importer.createProductVariant({ ...variant, translations }))
  }
  return ids
}
