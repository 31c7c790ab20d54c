import { join, resolve } from 'node:path'
import { startBackground } from './operations/background.ts'
import { beginReading, catalogue } from './catalogue/catalogue.ts'
import { areConnectionsCut } from './platform/db/connections.ts'
import { isStorageFull } from './platform/db/storage.ts'
import { AddressLines } from './platform/http/address-lines.ts'
import type { Answering } from './platform/http/answer-in-line.ts'
import { createSiteServer, type SiteServer } from './platform/http/http-server.ts'
import { callerOfMessage } from './platform/http/limits/network.ts'
import { prepareDemo } from '#lib/demo/prepare-demo.ts'
import { log } from './platform/log/log.ts'
import { paymentPageOrigin } from './platform/config/payment-settings.ts'
import { prepareDatabase } from './platform/db/prepare.ts'
import { SettingsError, settings, type Settings } from './platform/config/settings.ts'
import { WaitingAnswers } from './crowd/waiting-answer.ts'
import { withWaitingRoom } from './crowd/waiting-room.ts'
import type { Render } from './shared-pages/rendered-page.ts'
import { SharedPages } from './shared-pages/shared-pages.ts'
import { stylesIn, type ReadStyles } from './shared-pages/styles-inside.ts'
import { setDayEnd } from './sales/sums.ts'
import { mediaServer } from './vod/media-server.ts'
import { builtFiles } from './platform/http/built-files.ts'
import { stopOnSignal, type Running } from './operations/stop.ts'
import { loadTextOverrides } from './platform/config/text-overrides.ts'

type Handler = (typeof import('@astrojs/node/server.js'))['handler']

// React and others read it when they are loaded, which is later.
process.env.NODE_ENV ??= 'production'

/** The app: the entry of the build, `node dist/server/entry.mjs [directory of the build]`. Everything else is a setting. */
try {
  const started = start(settings(), resolve(process.argv[2] ?? 'dist'))
  stopOnSignal(started)
  say(`Shura is open: ${(await started).address} (Ctrl-C closes it)`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof SettingsError ? 2 : 1)
}

async function start(from: Settings, build: string): Promise<Running & { readonly address: string }> {
  loadTextOverrides(from.textOverridesDir)
  const database = await prepareDatabase(from)
  try {
    await prepareDemo(from)
    await setDayEnd(from.businessDayEnds)
    await database.watch()
    await beginReading()
    // Loaded when there is a database: pages may ask it at once.
    const { handler } = await import('@astrojs/node/server.js')
    if (from.publicTrial.length > 0)
      log().warn({ trial: from.publicTrial }, 'this shop is open to others and is for trying only: every page says so')
    const isHttps = new URL(from.publicOrigin).protocol === 'https:'
    const films = mediaServer(callerOfMessage)
    const client = join(build, 'client')
    const built = builtFiles(client)
    const pages = pagesOf(handler, stylesIn(client), from)
    const server = createSiteServer({
      files: (request, answer, next) => {
        films(request, answer, () => {
          built(request, answer, next)
        })
      },
      pages,
      isDatabaseUp: () => database.isUp() && !areConnectionsCut(),
      hasRoom: () => !isStorageFull(),
      callerOf: callerOfMessage,
      lines: new AddressLines({ factor: from.addressLimitFactor }),
      isHttps,
      paymentPage: paymentPageOrigin(from),
      embedOrigins: from.embedOrigins,
      trustsProxy: from.trustedProxies > 0,
    })
    const port = await listen(server, from)
    return {
      server,
      database,
      background: startBackground(catalogue()),
      address: isHttps ? from.publicOrigin : `http://${from.host}:${String(port)}`,
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Pages and calls: from memory, or by the site itself; for newcomers to a full shop, a page to wait on. */
function pagesOf(handler: Handler, styles: ReadStyles, { waitingRoom }: Settings): Answering {
  const render: Render = async (request, answer, locals) => handler(request, answer, undefined, locals)
  const shared = new SharedPages(render, styles)
  const answerPage: Answering = async (request, answer) => {
    if (!(await shared.answer(request, answer, callerOfMessage(request)))) await handler(request, answer)
  }
  return waitingRoom === 'off'
    ? answerPage
    : withWaitingRoom(answerPage, { waiting: new WaitingAnswers(render, styles), room: waitingRoom })
}

/** The port that it really listens on: the setting 0 lets the system choose. */
function listen(server: SiteServer, { host, port }: Settings): Promise<number> {
  return new Promise((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      const bound = server.address()
      listening(typeof bound === 'object' && bound ? bound.port : port)
    })
  })
}

/** The one line on standard output; the log goes to standard error. */
function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
