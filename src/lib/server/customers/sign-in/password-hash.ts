import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { turns } from '#lib/server/platform/jobs/concurrency-limit.ts'

const derive = promisify(argon2)

/** The cost of a hash: kibibytes of memory, and passes over them. */
interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's recommendation for argon2id: about 35 ms of one core. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
/** Upper bound for hashes read from the database, which somebody might have tampered with. */
const MOST: Cost = { memory: 131_072, passes: 10, parallelism: 4 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * Each hash takes 19 MiB and a core. Under a flood of sign-ins one core stays free for everything else, further ones queue, and those beyond the queue are
 * refused.
 */
const line = turns({ atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 60 })

/** Thrown if too many passwords are queued. */
export { LineFull } from '#lib/server/platform/jobs/concurrency-limit.ts'

/** @returns argon2id in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$tag` */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, { salt, cost, length: TAG_BYTES })
  return `$argon2id$v=19$m=${String(cost.memory)},t=${String(cost.passes)},p=${String(cost.parallelism)}$${unpadded(salt)}$${unpadded(tag)}`
}

/** A hash that matches no password: checking it for an unknown customer takes the same time. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(Buffer.alloc(SALT_BYTES, 7))}$${unpadded(Buffer.alloc(TAG_BYTES, 7))}`

export interface PasswordCheck {
  readonly isRight: boolean
  /** Whether the hash is cheaper than today's cost and should be renewed while the password is at hand. */
  readonly isOutdated: boolean
}

/** @param hash null if there is none; the check takes the same time */
export async function checkPassword(password: string, hash: string | null): Promise<PasswordCheck> {
  const read = readHash(hash ?? NOBODY) ?? readHash(NOBODY)
  if (!read) throw new Error('The hash of nobody cannot be read.')
  const tag = await tagOf(password, { salt: read.salt, cost: read.cost, length: read.tag.length })
  const isRight = timingSafeEqual(tag, read.tag) && hash !== null && readHash(hash) !== undefined
  return { isRight, isOutdated: isRight && (read.cost.memory < COST.memory || read.cost.passes < COST.passes) }
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{22,88})$/

function readHash(text: string): { readonly cost: Cost; readonly salt: Buffer; readonly tag: Buffer } | undefined {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(text) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const isBounded = cost.memory >= 8 * cost.parallelism && cost.memory <= MOST.memory && within(cost.passes, MOST.passes)
  if (!isBounded || !within(cost.parallelism, MOST.parallelism)) return undefined
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

function within(value: number, most: number): boolean {
  return value >= 1 && value <= most
}

/** How a tag is made of a password; its length is in bytes. */
interface Recipe {
  readonly salt: Buffer
  readonly cost: Cost
  readonly length: number
}

/** Normalises the password, so that equal-looking characters with different encodings match. */
function tagOf(password: string, { salt, cost, length }: Recipe): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'))
  return line(() => derive('argon2id', { message, nonce: salt, tagLength: length, ...cost }))
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
