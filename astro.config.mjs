import node from '@astrojs/node'
import react from '@astrojs/react'
import unocss from '@unocss/astro'
import astroI18next from 'astro-i18next'
import { defineConfig } from 'astro/config'
import { readFileSync } from 'node:fs'
import { minifySync, transformWithOxc } from 'vite'

/** What most pages with a script load: one file, for many small ones are larger together. It knows nothing of React, which pages without an island do not ship. */
const BASE =
  /node_modules\/nanostores\/|src\/lib\/text\/(format-|translate)|src\/lib\/client\/(analytics\/analytics|http\/(call|captcha)|seats\/hold-mode|order\/timer|toasts)\.ts|src\/lib\/domain\/(orders\/unpaid-hold|cart\/order-steps)\.ts|vite\/preload-helper|rolldown\/runtime/
const REACT = /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//
/** What every island loads beside React, and small things that islands of several pages share. */
const ISLAND =
  /node_modules\/@nanostores\/|src\/islands\/ui\/(text|icon|price|named|Dialog|Press|TimeLeft)\.tsx|src\/islands\/ui\/takes-out\.ts|src\/islands\/order\/place-text\.ts|src\/lib\/client\/seats\/seats-(presence|sold)\.ts|src\/lib\/domain\/entitlements\/check-vouchers\.ts/
/** What choosing seats and paying share: the seats, the cart and its sum, with all that these import. */
const CART =
  /src\/lib\/client\/(analytics\/analytics-items|seats\/(hold-wait|seats)|order\/(order|shown-lines))\.ts|src\/islands\/order\/(BottomBar|ChargeRows|SummaryHead)\.tsx|src\/islands\/ui\/(BusyLabel\.tsx|Toasts\.tsx|use-busy\.ts)/
/** What only the page that sells seats loads at once, but for the parts that bring styles: what is loaded later asks for this file, and would ask for theirs again. */
const CHOOSING =
  /src\/islands\/order\/(CartNote|HoldProgress|OrderSteps|SeatTray|SelectedMark)\.tsx?|src\/islands\/seat-map\/(panels\/(BestSeats|Filters|Legend)|MapSkeleton|ProblemNote|SeatChooser|SeatMap|SeatNotices|WaySwitch|drawn-map|lazy-part|use-drawn-map|use-sections)\.tsx?|src\/lib\/client\/(analytics\/analytics-order|seats\/(early-taps|expiry-mark)|order\/(codes-state|steps))\.ts|src\/lib\/domain\/seating\/rules\/(section-order|seat-sections)\.ts/

/**
 * All other packages become part of the program: a start reads a third of the files, and takes 0.7 of the processor time. These stay beside it: native code, what may be
 * missing, what reads files of its own or starts threads from them, and what loses its order when it is put together (tests/server/platform/program-parts.test.ts).
 */
const BESIDE_THE_PROGRAM = ['sharp', 'pg-native', 'pino', 'piscina', 'pdfkit', '@simplewebauthn/server']

/** The server is the entry of the build and imports the pages' handler itself: one program, whose modules exist once. */
const oneProgram = {
  name: 'shura:one-program',
  apply: 'build',
  enforce: 'post',
  config: () => ({
    environments: {
      ssr: {
        build: { rolldownOptions: { input: { index: 'src/lib/server/main.ts' } } },
        resolve: { noExternal: true, external: BESIDE_THE_PROGRAM },
      },
    },
  }),
}

/**
 * `import text from './x.ts?script'`: a script that stands alone, as the text of one small file for old browsers. Other sites' pages load one (embed.ts), and
 * one works behind the pages (service-worker.ts): neither may be a module of the build, and both get the shop's words in front.
 */
const standAlone = {
  name: 'shura:stand-alone',
  enforce: 'pre',
  async load(id) {
    const [file, query] = id.split('?')
    if (query !== 'script') return undefined
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { target: 'es2022' })
    const { code: small } = minifySync(file, `(SHOP=>{${code.replace(/^export \{\};?$/m, '')}})(__SHOP__)`, { module: false })
    return { code: `export default ${JSON.stringify(small)}`, moduleType: 'js', map: null }
  },
}

/** A page's policy names the digest of each script that stands in it. These are few and always the same, so each digest is computed once, not for each page. */
const keptDigests = {
  name: 'shura:kept-digests',
  transform(code, id) {
    if (!id.endsWith('/astro/dist/core/encryption.js')) return undefined
    const computed = 'async function generateCspDigest('
    if (!code.includes(computed)) throw new Error('Astro computes the digests of its policy in another way: see shura:kept-digests.')
    const kept = `const keptDigests = new Map()
function generateCspDigest(data, algorithm) {
  const name = algorithm + data
  if (!keptDigests.has(name)) keptDigests.set(name, computeCspDigest(data, algorithm))
  return keptDigests.get(name)
}
async function computeCspDigest(`
    return { code: code.replace(computed, kept), map: null }
  },
}

/** `client:spoken={address}` begins an island as soon as it and the texts that it names are here (spoken-directive.ts). */
const spokenIslands = {
  name: 'shura:spoken-islands',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'spoken', entrypoint: './src/layouts/scripts/frame/spoken-directive.ts' })
    },
  },
}

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', bodySizeLimit: 256 * 1024 }),
  integrations: [react(), unocss({ injectReset: false }), astroI18next(), spokenIslands],
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  outDir: process.env.OUT_DIR ?? './dist',
  cacheDir: process.env.CACHE_DIR ?? './node_modules/.astro',
  build: { inlineStylesheets: 'never' },
  // Form posts of the sandbox are checked by our own Origin and Sec-Fetch-Site rule (src/lib/server/calls/serve.ts), which JSON needs as well.
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-src 'self'",
        "worker-src 'self' blob:",
      ],
    },
  },
  vite: {
    plugins: [oneProgram, standAlone, keptDigests],
    cacheDir: process.env.CACHE_DIR ? `${process.env.CACHE_DIR}/vite` : 'node_modules/.vite',
    // light-dark() and the like are written out for browsers of 2022.
    build: { assetsInlineLimit: 0, cssTarget: ['chrome107', 'edge107', 'firefox104', 'safari15.4'] },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'base', test: BASE },
                  { name: 'react', test: REACT },
                  { name: 'island', test: ISLAND },
                  { name: 'cart', test: CART },
                  { name: 'choosing', test: CHOOSING },
                ],
              },
            },
          },
        },
      },
    },
  },
})
