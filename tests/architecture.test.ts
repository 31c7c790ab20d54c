import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#lib/contract/endpoints.ts'
import { circleAmong } from './support/file-circles.ts'
import { readSources, type Import, type SourceFile } from './support/source-files.ts'

const SOURCES = readSources()
const CODE = SOURCES.filter(({ path }) => /\.(ts|tsx|astro)$/.test(path))

/** The parts of the house. `browser` marks what is sent to visitors. */
const PART = /^src\/lib\/(domain|contract|server|client|text|demo|setup)\/|^src\/(islands|layouts|pages)\//

/** Who may import whom. `type:` allows the part for types only, `*` any package. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  contract: ['contract', 'domain', 'zod/mini'],
  text: ['text', 'type:domain', 'i18next'],
  client: ['client', 'domain', 'contract', 'nanostores', 'ofetch', 'altcha-lib', 'hls.js', '@simplewebauthn/browser'],
  islands: [
    'islands',
    'client',
    'domain',
    'text',
    'type:contract',
    'react',
    'react-dom',
    'nanostores',
    '@nanostores/react',
    'svg-pan-zoom',
  ],
  server: ['server', 'domain', 'contract', 'text', '*'],
  demo: ['demo', 'server', 'domain', 'text', '*'],
  layouts: ['layouts', 'text', 'domain', 'contract', 'client', 'islands', 'type:server', 'astro:content'],
  // What stands in a <script> of a page or layout.
  script: ['client', 'domain', 'text', 'layouts', 'type:contract'],
  pages: ['pages', 'layouts', 'islands', 'server', 'domain', 'contract', 'text', 'astro:content', 'type:astro'],
}

function partOf(path: string): string | undefined {
  const found = PART.exec(path)
  return found?.[1] ?? found?.[2]
}

function isAllowed(file: SourceFile, imported: Import): boolean {
  const part = imported.isInScript ? 'script' : partOf(file.path)
  const allowed = part ? MAY_IMPORT[part] : undefined
  if (!allowed) return true
  // Layouts are rendered on the server, but for the scripts that they send.
  if (part === 'layouts' && !file.path.startsWith('src/layouts/scripts/') && partOf(imported.target) === 'server') return true
  // The app hands the demo to an empty database; nothing else knows that there is one.
  if (file.path === 'src/lib/server/main.ts' && partOf(imported.target) === 'demo') return true
  const target = partOf(imported.target) ?? packageOf(imported.target)
  if (imported.target.endsWith('.css')) return true
  return (
    allowed.includes(target) ||
    (imported.isType && allowed.includes(`type:${target}`)) ||
    (allowed.includes('*') && isPackage(imported.target))
  )
}

function isPackage(target: string): boolean {
  return !target.startsWith('src/') && !target.startsWith('tests/')
}

/** zod and zod/mini are told apart; of other packages the entry does not matter. */
function packageOf(target: string): string {
  if (target.startsWith('zod')) return target
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}

function violations(of: readonly SourceFile[], isWrong: (file: SourceFile) => readonly string[]): readonly string[] {
  return of.flatMap((file) => isWrong(file).map((what) => `${file.path}: ${what}`))
}

describe('who may import whom', () => {
  it.each(Object.keys(MAY_IMPORT).filter((part) => part !== 'script'))('%s imports only what it may', (part) => {
    const files = CODE.filter(({ path }) => partOf(path) === part)
    const wrong = violations(files, (file) => file.imports.filter((imported) => !isAllowed(file, imported)).map(({ target }) => target))
    expect(wrong).toEqual([])
  })

  it('nothing that a browser loads reaches the server, whatever it passes through', () => {
    const byPath = new Map(SOURCES.map((file) => [file.path, file]))
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const { target, isType } of byPath.get(from)?.imports ?? []) {
        if (isType || seen.has(target)) continue
        seen.add(target)
        reached(target, seen)
      }
      return seen
    }
    const entries = SOURCES.filter(({ path }) => /^src\/(islands|lib\/client|layouts\/scripts)\//.test(path))
    const wrong = violations(entries, ({ path }) =>
      [...reached(path)].filter((target) => target.startsWith('src/lib/server/') || target.startsWith('node:')),
    )
    expect(wrong).toEqual([])
  })

  it('what takes long to load is loaded by the thread that draws, not by pages', () => {
    const wrong = violations(CODE, ({ path, imports }) =>
      path === 'src/lib/server/documents/drawing/drawing-worker.ts'
        ? []
        : imports.filter(({ target }) => target === 'src/lib/server/documents/wallet/apple-pass.ts').map(({ target }) => target),
    )
    const users = CODE.filter(({ imports }) => imports.some(({ target }) => target === 'passkit-generator')).map(({ path }) => path)
    expect({ wrong, users }).toEqual({ wrong: [], users: ['src/lib/server/documents/wallet/apple-pass.ts'] })
  })

  it('no file imports itself around a circle, for its types either', () => {
    expect(circleAmong(CODE)).toEqual([])
  })

  it('every import of a file of ours names a file that is there, with its extension', () => {
    const paths = new Set(SOURCES.map(({ path }) => path))
    const wrong = violations(CODE, ({ imports }) =>
      imports.map(({ target }) => target.split('?')[0] ?? '').filter((target) => target.startsWith('src/') && !paths.has(target)),
    )
    expect(wrong).toEqual([])
  })
})

/**
 * The rooms of three parts as floors of a house: each imports only itself and those before it, so no two rooms need each other. What an earlier room has to set
 * off in a later one goes through an argument, a row of the outbox, or a listener. '' are files that stand in no room.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  domain: [
    ...[
      '',
      'time',
      'money',
      'pricing',
      'customers',
      'staff',
      'sales',
      'crowd',
      'gifts',
      'catalogue',
      'entitlements',
      'seating/plan',
      'seating/layout',
      'seating/facing',
      'seating/rules',
      'seating/best',
    ],
    ...['orders', 'seating/choosing', 'cart', 'payments'],
  ],
  client: ['', 'http', 'vod', 'seats', 'enrolment', 'order', 'customer', 'checkout', 'sign-in', 'analytics'],
  server: [
    ...['config', 'log', 'secrets', 'db', 'jobs', 'http/limits', 'http/answers', 'http', 'terminal'].map((room) => `platform/${room}`),
    ...[
      'providers',
      'outbox',
      'webhooks',
      'integrations',
      'keys',
      'customers/session',
      'staff/session',
      'catalogue',
      'calls',
      'seats/claims',
      'seats/board',
      'programme',
      'shared-pages',
      'crowd',
      'seats/best',
    ],
    ...[
      'entitlements',
      'gifts',
      'enrolment',
      'vod',
      'customers/sign-in',
      'customers/account',
      'payments',
      ...['port', 'seat', 'product', ''].map((room) => (room ? `sold/${room}` : 'sold')),
      'orders/holds',
      'orders/changes/terms',
      'orders/cart',
    ],
    ...['orders/settlement', 'orders/read', 'orders/cancel', 'orders/evenings', 'orders/changes', 'orders/place', 'orders/commit'],
    ...['documents', 'messages', 'wait-list', 'friends', 'customers/area', 'staff', 'sales'],
    ...[
      'import/schema',
      'import/read',
      'import/plans/pretix',
      'import/plans/forms',
      'import/plans',
      'import/check',
      'import/write',
      'import',
      'operations',
      '',
    ],
  ],
}

describe.each(Object.entries(FLOORS))('the floors of src/lib/%s', (part, rooms) => {
  const base = `src/lib/${part}/`
  /** The room of a file, the innermost that is listed; undefined outside of this part. */
  const roomOf = (path: string): string | undefined => {
    if (!path.startsWith(base)) return undefined
    const folder = posix.dirname(path.slice(base.length))
    const fitting = rooms.filter((room) => room !== '' && (folder === room || folder.startsWith(`${room}/`)))
    return fitting.sort((one, other) => other.length - one.length)[0] ?? (folder === '.' ? '' : undefined)
  }
  const files = CODE.filter(({ path }) => path.startsWith(base))

  it('every file stands in a room', () => {
    expect(files.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([])
  })

  it('every room is there', () => {
    const used = new Set(files.map(({ path }) => roomOf(path)))
    expect(rooms.filter((room) => !used.has(room))).toEqual([])
  })

  it('none imports a later one, for its types either', () => {
    const floorOf = (path: string) => rooms.indexOf(roomOf(path) ?? '')
    const wrong = violations(files, ({ path, imports }) =>
      imports.filter(({ target }) => target.startsWith(base) && floorOf(target) > floorOf(path)).map(({ target }) => target),
    )
    expect(wrong).toEqual([])
  })
})

describe('the machine of orders', () => {
  /** Files that know one kind of what is sold, with what they know of it. */
  const KNOWING: Readonly<Record<string, string>> = {
    'src/lib/server/orders/cart/carts.ts': 'seats that a cart of memberships keeps, while all others are freed',
    'src/lib/server/orders/changes/terms/ticket-change-settle.ts': 'a ticket is changed for one of another seat',
    'src/lib/server/orders/read/order-account.ts': 'what an order cost is told seat by seat',
    'src/lib/server/orders/read/reservations.ts': 'a reservation tells its seats in fields of their own',
  }
  const KIND = /^src\/lib\/server\/sold\/(?!port\/)[^/]+\//
  const knowing = CODE.filter(({ path }) => /^src\/lib\/server\/(orders|payments)\//.test(path)).filter(({ imports }) =>
    imports.some(({ target }) => KIND.test(target)),
  )

  it('and payments know the kinds of what is sold by their port alone', () => {
    expect(knowing.map(({ path }) => path).sort()).toEqual(Object.keys(KNOWING))
  })

  it('no seat is named where a payment that came late finds the order that was made meanwhile', () => {
    const files = ['orders/place/rival-order.ts', 'orders/place/reclaim.ts', 'payments/payment-form-body.ts'].map(
      (file) => `src/lib/server/${file}`,
    )
    const found = CODE.filter(({ path }) => files.includes(path))
    expect(found.length).toBe(files.length)
    expect(found.filter(({ text }) => /order_seat|seat_claim|seat_?id|presentation_?id/i.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('the contract and its routes', () => {
  /** What a payment provider's server calls has no visitor and no JSON of ours: its signature over the raw body is its guard. */
  const CALLBACK = 'src/pages/api/payment/callback/[provider].ts'
  const routes = SOURCES.filter(({ path }) => path.startsWith('src/pages/api/') && !path.endsWith('/[...path].ts') && path !== CALLBACK)
  const declared = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`)

  /** `GET /presentations/{presentationId}` for each method that a file exports. */
  const served = routes.flatMap(({ path, text }) => {
    const address = path
      .replace(/^src\/pages\/api/, '')
      .replace(/\.ts$/, '')
      .replace(/\/index$/, '')
      .replace(/\[(\w+)\]/g, '{$1}')
    return [...text.matchAll(/^export const (GET|POST|PUT|PATCH|DELETE)\b/gm)].map(([, method]) => `${String(method)} ${address}`)
  })

  it('R7.3 every declared call has its file under src/pages/api, at its own path', () => {
    expect(declared.length).toBeGreaterThan(15)
    expect(declared.filter((call) => !served.includes(call))).toEqual([])
  })

  it('every file under src/pages/api serves a declared call', () => {
    expect(served.filter((call) => !declared.includes(call))).toEqual([])
    expect(routes.filter(({ text }) => !/\bserve\(/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('no call is declared twice', () => {
    expect(declared.filter((call, at) => declared.indexOf(call) !== at)).toEqual([])
  })
})

describe('style', () => {
  const named =
    (pattern: RegExp) =>
    ({ path }: SourceFile) =>
      pattern.test(posix.basename(path))

  it('no file is named after nothing', () => {
    const empty =
      /^(utils?|helpers?|common|misc|manager|service|data|info)\.(ts|tsx|astro|mjs)$|[-.](utils?|helpers?|manager|service)\.(ts|tsx)$/i
    expect(SOURCES.filter(named(empty)).map(({ path }) => path)).toEqual([])
  })

  it('no barrel: an index.ts exists only as a route', () => {
    const barrels = SOURCES.filter(named(/^index\.tsx?$/)).filter(({ path }) => !path.startsWith('src/pages/'))
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  it('nothing is shared by the global object: the server and its pages are one program, whose modules exist once', () => {
    expect(violations(SOURCES, ({ text }) => (text.includes('globalThis') ? ['globalThis'] : []))).toEqual([])
  })

  it('no file of code has more than 300 lines', () => {
    expect(violations(CODE, ({ text }) => (text.split('\n').length > 301 ? [`${String(text.split('\n').length)} lines`] : []))).toEqual([])
  })

  it('layout is logical: right to left needs no second style', () => {
    const physical =
      /(?:^|[\s;{'"])((?:margin|padding|border)-(?:left|right)(?:-\w+)?|(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|text-align|float|clear)\s*:\s*([^;}]*)/g
    const isPhysical = ([, property = '', value = '']: RegExpMatchArray) =>
      /^(text-align|float|clear)$/.test(property) ? /^(left|right)\b/.test(value.trim()) : true
    const styles = SOURCES.filter(({ path }) => path.endsWith('.css') || path.endsWith('.astro')).map((file) => ({
      ...file,
      text: stylesOf(file),
    }))
    expect(violations(styles, ({ text }) => [...text.matchAll(physical)].filter(isPhysical).map(([match]) => match.trim()))).toEqual([])
  })

  it('React gives no physical style and no style at all: the policy forbids inline styles', () => {
    const islands = SOURCES.filter(({ path }) => path.endsWith('.tsx') || path.endsWith('.astro'))
    expect(violations(islands, ({ text }) => [...text.matchAll(/\sstyle=(?:\{|")[^\n]{0,40}/g)].map(([match]) => match.trim()))).toEqual([])
  })

  it('Hebrew stands in the texts only', () => {
    const home = /^src\/lib\/text\/|^src\/content|^src\/lib\/demo\/|^src\/lib\/server\/platform\/config\/environment\.ts$/
    const elsewhere = SOURCES.filter(({ path }) => !home.test(path) && !/\.(svg|json|sql)$/.test(path))
    expect(violations(elsewhere, ({ text }) => lettersOutsideComments(text, /[א-ת]+/g))).toEqual([])
  })

  it('one text for one statement name: the connection that meets a second one refuses it', () => {
    const statements = CODE.filter(({ path }) => path.startsWith('src/lib/server/')).flatMap(statementsOf)
    expect(statements.length).toBeGreaterThan(200)
    const byName = Map.groupBy(statements, ({ name }) => name)
    const several = [...byName].filter(([, own]) => new Set(own.map(({ text }) => text)).size > 1)
    expect(several.map(([name, own]) => `${name}: ${own.map(({ path }) => path).join(', ')}`)).toEqual([])
    // A text that depends on something needs a name that depends on it too.
    expect(statements.filter(({ name, text }) => !name.includes('${') && /\$\{[^}]*\?/.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('a step between states of orders and money is asked of its table, never written as text', () => {
    const machines = CODE.filter(({ path }) => path.startsWith('src/lib/server/'))
    const written = /UPDATE (?:orders|payment|payment_form|refund)\b(?: \w)? SET[^;`]*?\bstate = '\w+'(?=,| WHERE|\n)/g
    expect(violations(machines, ({ text }) => [...text.matchAll(written)].map(([match]) => match.slice(0, 60)))).toEqual([])
  })

  it('no inline event handler, which the policy would block', () => {
    const pages = SOURCES.filter(({ path }) => path.endsWith('.astro'))
    expect(
      violations(pages, ({ text }) => [...text.matchAll(/\son(?:click|change|submit|load|input)="/g)].map(([match]) => match.trim())),
    ).toEqual([])
  })
})

/** The named statements of a file: name and text as they are written, or the constant that holds the text. */
function statementsOf({ path, text }: SourceFile): { path: string; name: string; text: string }[] {
  const named = /\bname: ('[^'\n]+'|`[^`]+`),\s*text(?:,|: (`[^`]*`|'[^'\n]*'|\w+))/g
  return [...text.matchAll(named)].map(([, name = '', sql = `its own text of ${path}`]) => ({ path, name, text: sql }))
}

/** Of a page only what stands between <style> tags. A line that says `physical:` and why is meant so. */
function stylesOf({ path, text }: SourceFile): string {
  const css = path.endsWith('.css') ? text : [...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, inside]) => inside).join('\n')
  return css.replaceAll(/^.*\/\* physical: .*$/gm, '').replaceAll(/\/\*.*?\*\//gs, '')
}

function lettersOutsideComments(text: string, letters: RegExp): readonly string[] {
  const code = text.replaceAll(/\/\*.*?\*\/|<!--.*?-->/gs, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '')
  return [...code.matchAll(letters)].map(([match]) => match)
}
