import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { database } from '#lib/server/platform/db/connect.ts'
import { installApart } from '#tests/support/install-apart.ts'
import { freePort } from '#tests/support/processes/free-port.ts'
import { inParallel } from '../bench.ts'
import { LoadVisitor, shopAt, type Shop } from '../load/visitor.ts'
import { WIDTH, type Side } from './side.ts'

export const VERSION = '3.7.3'
const PEER = { '@vendure/core': VERSION, pg: '8.23.1' } as const
const DATABASE = 'vendure'
const SHOP_API = '/shop-api'
/** All steps in one request, which runs them one after the other, each in a transaction of its own. */
const ORDER = `mutation ($lines: [AddItemInput!]!, $customer: CreateCustomerInput!, $address: CreateAddressInput!) {
  addItemsToOrder(inputs: $lines) { order { id } }
  setCustomerForOrder(input: $customer) { __typename }
  setOrderShippingAddress(input: $address) { __typename }
  setOrderShippingMethod(shippingMethodId: ["1"]) { __typename }
  transitionOrderToState(state: "ArrangingPayment") { __typename }
  addPaymentToOrder(input: { method: "dummy", metadata: {} }) { ... on Order { state totalQuantity } }
}`

/** A running Vendure with a database of its own on the shop's server. */
export interface Peer {
  readonly side: Side
  readonly stop: () => Promise<void>
}

/** @returns the directory of its modules; undefined if it could not be installed */
export async function installPeer(): Promise<string | undefined> {
  const modules = await installApart('bench', PEER)
  return Object.keys(PEER).every((name) => existsSync(join(modules, name, 'package.json'))) ? modules : undefined
}

/** @param modules where it is installed */
export async function startPeer(modules: string): Promise<Peer> {
  await database().query(`CREATE DATABASE ${DATABASE}`)
  const url = new URL(process.env.INTERNAL_DATABASE_URL ?? '')
  url.pathname = `/${DATABASE}`
  const port = await freePort()
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', NODE_NO_WARNINGS: '1', VENDURE_DISABLE_TELEMETRY: 'true' },
    ...{ MODULES: modules, DATABASE_URL: url.href, PORT: String(port) },
  }
  const child = fork(join(import.meta.dirname, 'serve.ts'), { env, cwd: modules, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const shop = shopAt(`http://127.0.0.1:${String(port)}`, WIDTH)
  const stop = async () => {
    shop.agent.destroy()
    await end(child)
    await database().query(`DROP DATABASE ${DATABASE} WITH (FORCE)`)
  }
  try {
    return { side: sideOf(shop, child.pid ?? 0, await ready(child)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @returns the ids of what can be bought */
function ready(child: ChildProcess): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    child.once('message', (ids) => {
      resolve(ids as number[])
    })
    child.once('exit', (code) => {
      reject(new Error(`Vendure ended with code ${String(code)} before it was ready.`))
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Orders of one piece of each of so many variants, which no other order changes at the same time. */
function sideOf(shop: Shop, pid: number, variants: readonly number[]): Side {
  const prepare = async (orders: number, lines: number) => {
    const prepared: (() => Promise<void>)[] = []
    await inParallel([...Array(orders).keys()], WIDTH, async (n) => {
      const visitor = new LoadVisitor(shop)
      await post(visitor, { query: '{ activeOrder { id } }' })
      const bought = Array.from({ length: lines }, (_, line) => variants[(n * lines + line) % variants.length])
      prepared.push(() => order(visitor, bought.map(String)))
    })
    return prepared
  }
  return { pid, prepare }
}

let customers = 0

async function order(visitor: LoadVisitor, variants: readonly string[]): Promise<void> {
  const variables = {
    lines: variants.map((productVariantId) => ({ productVariantId, quantity: 1 })),
    customer: { firstName: 'נועה', lastName: 'ברקאי', emailAddress: `load-${String(customers++)}@example.com`, phoneNumber: '0500000000' },
    address: { fullName: 'נועה ברקאי', streetLine1: 'רחוב 1', city: 'חיפה', postalCode: '3100000', countryCode: 'IL' },
  }
  const text = await post(visitor, { query: ORDER, variables })
  const isPaid = text.includes(`"addPaymentToOrder":{"state":"PaymentSettled","totalQuantity":${String(variants.length)}}`)
  if (!isPaid) throw new Error(`Vendure did not take an order: ${text.slice(0, 500)}`)
}

async function post(visitor: LoadVisitor, body: object): Promise<string> {
  const { status, text } = await visitor.ask({ method: 'POST', path: SHOP_API, body })
  if (status !== 200) throw new Error(`Vendure answered ${String(status)}: ${text.slice(0, 500)}`)
  return text
}
