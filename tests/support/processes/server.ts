import { resolve } from 'node:path'
import { buildIfStale, BUILD, programOf } from '#lib/setup/build.mjs'
import { startProcess, type TestProcess } from './processes.ts'

/** A real process of the app. */
export interface RunningApp {
  /** For example http://127.0.0.1:40123, without a trailing slash. */
  readonly origin: string
  readonly pid: number
  /** Sends SIGTERM; resolves with the exit code when the process has ended. */
  stop(): Promise<number | null>
  /** Sends SIGKILL, as in a crash. */
  kill9(): Promise<void>
  /** Its whole log, once it has ended, without the random ids of requests: any digits may stand in them by chance. */
  readonly log: Promise<string>
  /** The same with those ids. */
  readonly logWithIds: Promise<string>
}

export interface AppOptions {
  /** Settings. Without DATABASE_URL and DATA_DIR it uses the database of this test file. */
  readonly env?: Readonly<Record<string, string>>
}

export const SECRET_OF_TESTS = 'a secret of the tests, long enough to be one'

/** Starts the built program with exactly these settings over the environment's; builds it first if it is stale. */
export async function startProgram(env: Readonly<Record<string, string>>): Promise<TestProcess> {
  await buildIfStale()
  return startProcess(['--max-semi-space-size=16', programOf(BUILD), resolve(BUILD)], env)
}

/** Starts the built app on a free port. */
export async function startApp({ env = {} }: AppOptions = {}): Promise<RunningApp> {
  return running(await startProgram({ ...defaultEnv(env), ...env }))
}

/** As startApp, with the files for browsers of another directory, such as a copy of the build with more of them. */
export function startAppOf(build: string, env: Readonly<Record<string, string>>): Promise<RunningApp> {
  return running(startProcess(['--max-semi-space-size=16', programOf(BUILD), resolve(build)], { ...defaultEnv(env), ...env }))
}

async function running(app: TestProcess): Promise<RunningApp> {
  const line = await app.firstLine
  const origin = /https?:\/\/[\w.:[\]-]+/.exec(line)?.[0]
  if (!origin || app.child.pid === undefined) throw new Error(`The app did not say where it is open: ${line}`)
  const end = async (signal: NodeJS.Signals) => {
    app.child.kill(signal)
    return (await app.finished).code
  }
  return {
    origin,
    pid: app.child.pid,
    stop: () => end('SIGTERM'),
    kill9: async () => {
      await end('SIGKILL')
    },
    log: app.finished.then(({ stderr }) => stderr.replaceAll(/"requestId":"[0-9a-f-]{36}",/g, '')),
    logWithIds: app.finished.then(({ stderr }) => stderr),
  }
}

function defaultEnv(env: Readonly<Record<string, string>>): Record<string, string> {
  const always = {
    HOST: '127.0.0.1',
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    SECRET: SECRET_OF_TESTS,
    PUBLIC_ORIGIN: 'http://127.0.0.1',
    // Tests choose free seats; sold-out presentations have their own tests.
    DEMO_SALES: 'off',
    PAYMENT_PROVIDER: 'sandbox',
    // Nobody waits because the machine of the tests is busy.
    WAITING_ROOM: 'off',
  }
  const own = 'DATABASE_URL' in env || 'DATA_DIR' in env
  return own
    ? { ...always, INTERNAL_DATABASE_URL: '' }
    : { ...always, INTERNAL_DATABASE_URL: '', DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '' }
}
