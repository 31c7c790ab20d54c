import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { BUILD } from '#lib/setup/build.mjs'
import { shopOrigin } from '#tests/support/browser/own-shop.ts'

/** gzip, in kB of 1,000 bytes. */
const PAGE_BUDGET = 120
const SEAT_MAP_BUDGET = 15
const STREAMING_BUDGET = 185
const REACT = 'react.transitional.element'

interface LoadedScripts {
  readonly files: readonly string[]
  readonly kilobytes: number
  readonly hasReact: boolean
  readonly hasIsland: boolean
}

/** Everything that a browser fetches as script before anybody clicks: the page's own, its islands', and all that these import. */
async function scriptsOf(path: string): Promise<LoadedScripts> {
  const html = await (await fetch(shopOrigin + path, { headers: { accept: 'text/html' } })).text()
  const files = withImports(
    [...html.matchAll(/(?:src|href|component-url|renderer-url|before-hydration-url)="(\/_astro\/[^"]+\.js)"/g)].map(
      ([, file = '']) => file,
    ),
  )
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const texts = [...files.map(readBuilt), ...inline]
  return {
    files,
    kilobytes: texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1000,
    hasReact: texts.some((text) => text.includes(REACT)),
    hasIsland: html.includes('<astro-island'),
  }
}

function withImports(entries: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, target = ''] of readBuilt(file).matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^'"`;]*?from\s*)?["'](\.[^"']+\.js)["']/g,
    )) {
      visit(posix.join(dirname(file), target))
    }
  }
  entries.forEach(visit)
  return [...found]
}

function readBuilt(file: string): string {
  return readFileSync(join(BUILD, 'client', file), 'utf8')
}

describe('the script of a page', () => {
  let presentationId: number
  let featureId: number

  beforeAll(async () => {
    const answer = await fetch(`${shopOrigin}/api/presentations`)
    const { presentations } = (await answer.json()) as { presentations: { id: number; featureId: number }[] }
    presentationId = presentations[0]?.id ?? 0
    featureId = presentations[0]?.featureId ?? 0
  })

  const still = [
    '/',
    '/booking',
    '/booking/features/{feature}',
    '/order',
    '/membership',
    '/membership/eight',
    '/vod',
    '/vod/9001',
    '/terms',
    '/privacy',
    '/accessibility',
    '/no-such-page',
  ]
  const alive = [
    '/order/{presentation}',
    '/enroll/season/seats',
    '/booking/checkout',
    '/booking/checkout/payment',
    '/customer',
    '/booking/customer-portal',
  ]
  const addressOf = (path: string) => path.replace('{feature}', String(featureId)).replace('{presentation}', String(presentationId))

  it.each([...still, ...alive])(`of %s is at most ${String(PAGE_BUDGET)} kB`, async (path) => {
    const { kilobytes, files } = await scriptsOf(addressOf(path))
    expect(kilobytes, files.join(' ')).toBeLessThanOrEqual(PAGE_BUDGET)
  })

  it.each(still)('of %s has no React: nobody acts there', async (path) => {
    const { hasReact, hasIsland } = await scriptsOf(addressOf(path))
    expect({ hasReact, hasIsland }).toEqual({ hasReact: false, hasIsland: false })
  })

  it('of an order page has React: what finds it would see it elsewhere', async () => {
    expect(await scriptsOf(addressOf('/order/{presentation}'))).toMatchObject({ hasReact: true, hasIsland: true })
  })
})

describe('the islands of the checkout, which an empty cart does not show', () => {
  it(`and all that they import are at most ${String(PAGE_BUDGET)} kB`, () => {
    const built = readdirSync(join(BUILD, 'client', '_astro')).filter((name) => /^(Checkout|HoldTimer|client)\.[^.]+\.js$/.test(name))
    expect(built).toHaveLength(3)
    const bytes = withImports(built.map((name) => `/_astro/${name}`)).map((file) => gzipSync(readBuilt(file), { level: 9 }).length)
    expect(bytes.reduce((sum, each) => sum + each, 0) / 1000).toBeLessThanOrEqual(PAGE_BUDGET)
  })
})

describe('the player, which only those who have a ticket are shown', () => {
  const sizeOf = (files: readonly string[]) => files.reduce((sum, file) => sum + gzipSync(readBuilt(file), { level: 9 }).length, 0) / 1000
  const namesOf = (pattern: RegExp) => readdirSync(join(BUILD, 'client', '_astro')).filter((name) => pattern.test(name))

  it(`and all that it imports are at most ${String(PAGE_BUDGET)} kB before anybody presses play; the streaming library is not among it`, () => {
    const built = namesOf(/^(Player|client)\.[^.]+\.js$/)
    expect(built).toHaveLength(2)
    const files = withImports(built.map((name) => `/_astro/${name}`))
    expect(sizeOf(files)).toBeLessThanOrEqual(PAGE_BUDGET)
    expect(files.filter((file) => /\/hls\./.test(file))).toEqual([])
  })

  it(`loads a streaming library of at most ${String(STREAMING_BUDGET)} kB on play: a film with a second sound needs the whole of it`, () => {
    const built = namesOf(/^hls\.[^.]+\.js$/)
    expect(built).toHaveLength(1)
    expect(sizeOf(built.map((name) => `/_astro/${name}`))).toBeLessThanOrEqual(STREAMING_BUDGET)
  })
})

describe('the islands of the personal area, which only a customer who is signed in is shown', () => {
  it.each([
    ['with the reservations', /^(ReservationDesk|client)\.[^.]+\.js$/, 2],
    ['with the details', /^(DetailsForm|ConsentBoxes|PasswordForm|Devices|Deletion|client)\.[^.]+\.js$/, 6],
  ])(`of the page %s and all that they import are at most ${String(PAGE_BUDGET)} kB`, (_page, names, count) => {
    const built = readdirSync(join(BUILD, 'client', '_astro')).filter((name) => names.test(name))
    expect(built).toHaveLength(count)
    const bytes = withImports(built.map((name) => `/_astro/${name}`)).map((file) => gzipSync(readBuilt(file), { level: 9 }).length)
    expect(bytes.reduce((sum, each) => sum + each, 0) / 1000).toBeLessThanOrEqual(PAGE_BUDGET)
  })
})

describe('the seat map', () => {
  /** kB of 1,000 bytes, gzip, of the core without what is named. */
  async function coreWithout(external: readonly string[]): Promise<number> {
    const { outputFiles } = await build({
      entryPoints: ['src/islands/seat-map/core/seat-map.ts'],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2023',
      legalComments: 'none',
      write: false,
      external: [...external],
    })
    return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1000
  }

  it(`is at most ${String(SEAT_MAP_BUDGET)} kB of our own code: drawing, gestures, keyboard grid, minimap, names of sections`, async () => {
    expect(await coreWithout(['svg-pan-zoom/*'])).toBeLessThanOrEqual(SEAT_MAP_BUDGET)
  })

  it(`draws its seats with at most ${String(SEAT_MAP_BUDGET)} kB, pan and zoom by the library included; the names of sections come after them`, async () => {
    expect(await coreWithout(['./labels.ts'])).toBeLessThanOrEqual(SEAT_MAP_BUDGET)
  })
})
