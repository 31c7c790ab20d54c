// Plain JavaScript for any Node from 20 on, without dependencies: it runs before the install.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BIN = join(ROOT, 'node_modules', '.bin')
const IS_WINDOWS = process.platform === 'win32'
/** Where Node keeps the code that it has compiled: commands start in half of the processor time, the shop in four fifths. Each build empties it. */
export const COMPILED = join(ROOT, 'node_modules', '.cache', 'node')
/** Exit codes above this one contain the signal that ended a program, as in shells. */
const SIGNALLED = 128

let isStopping = false

/** The pinned Node 24, brought by the install. */
export function pinnedNode() {
  const inside = join(ROOT, 'node_modules', 'node', 'bin', IS_WINDOWS ? 'node.exe' : 'node')
  return existsSync(inside) ? inside : process.execPath
}

/**
 * Runs a program in the project with the pinned Node first on the path, forwards signals, and returns its exit code: 128 plus the signal's number if a signal ended
 * it. Prints the signal, unless it was forwarded.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, isAside?: boolean }} [options] aside: runs at the lowest priority, and its output is printed
 *   as a whole at its end
 * @returns {Promise<number>}
 */
export function run(program, args, { env = {}, isAside = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: isAside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...env },
    })
    if (isAside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => said.push(bytes))
    // Ctrl-C reaches the whole group, a signal to this process only itself. The child ignores the second of two.
    const stop = () => {
      isStopping = true
      child.kill('SIGTERM')
    }
    const pass = { SIGINT: stop, SIGTERM: stop, SIGHUP: stop }
    for (const [signal, handler] of Object.entries(pass)) process.on(signal, handler)
    const orphanage = watchParent(stop)
    const finish = (code) => {
      clearInterval(orphanage)
      for (const [signal, handler] of Object.entries(pass)) process.off(signal, handler)
      process.stdout.write(Buffer.concat(said))
      resolve(code)
    }
    child.once('error', (error) => {
      say(`${program} could not be started: ${error.message}`)
      finish(1)
    })
    child.once('close', (code, signal) => {
      if (signal && !isStopping) say(`${relative(ROOT, args[0] ?? program)} was ended by ${signal}.`)
      finish(code ?? SIGNALLED + (constants.signals[signal] ?? 0))
    })
  })
}

/** Whether this process was told to end, or has lost its parent: its program was stopped, and no further one may start. */
export function isStopped() {
  return isStopping
}

/** The signal that ended a program, by its exit code; undefined if it ended by itself. */
export function signalOf(code) {
  return Object.entries(constants.signals).find(([, number]) => code === SIGNALLED + number)?.[0]
}

/** The exit code of a server: 0 if a signal told it to end. */
export function codeOfServer(code) {
  return ['SIGINT', 'SIGTERM'].includes(signalOf(code)) ? 0 : code
}

/** Runs a JavaScript or TypeScript file on the pinned Node. */
export function runNode(args, options) {
  return run(pinnedNode(), args, options)
}

/** Runs an installed tool, by the path of its script inside node_modules. */
export function runTool(script, args, options) {
  return runNode([join(ROOT, 'node_modules', script), ...args], options)
}

export function runNpm(args) {
  const npm = process.env.npm_execpath
  if (npm && /\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args])
  return IS_WINDOWS ? run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args]) : run('npm', args)
}

/** @param {string} sentence */
export function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}

/**
 * Ends with one sentence.
 * @param {Error} error
 */
export function fail(error) {
  say(error.message)
  process.exit(1)
}

/** @param {number} code */
export function exitUnlessZero(code) {
  if (code !== 0) process.exit(code)
}

/** Ends when npm is gone, because npm ends without forwarding the signal. */
function watchParent(stop) {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return undefined
  return setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 500)
}
