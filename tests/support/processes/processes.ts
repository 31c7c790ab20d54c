import { spawn, type ChildProcess } from 'node:child_process'

/** A process started by a test. */
export interface TestProcess {
  readonly child: ChildProcess
  readonly finished: Promise<{ code: number | null; stdout: string; stderr: string }>
  /** Resolves with the first line of standard output. Rejects with the standard error if the process ends before. */
  readonly firstLine: Promise<string>
}

const ROOT = new URL('../../../', import.meta.url)

/** Runs Node with arguments in the project. */
export function startProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): TestProcess {
  const child = spawn(process.execPath, [...args], { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  const { promise: firstLine, resolve: seen, reject: ended } = Promise.withResolvers<string>()
  firstLine.catch(() => undefined) // most callers wait for the end instead
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (stdout.includes('\n')) seen(stdout.split('\n', 1)[0] ?? '')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-100_000)
  })
  const finished = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => {
      ended(new Error(`The process ended with code ${String(code)}.\n${stderr}`))
      resolve({ code, stdout, stderr })
    })
  })
  return { child, finished, firstLine }
}
