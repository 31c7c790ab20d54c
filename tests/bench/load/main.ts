import { createInterface } from 'node:readline/promises'
import { runCommand } from '#lib/server/platform/terminal/run-command.ts'
import { loadFromTerminal } from './cli.ts'

/** `npm run load`: visitors of a shop, on this machine or on a server of one's own. */
await runCommand((terminal, args) => loadFromTerminal(args, terminal, process.stdin.isTTY ? askAtTerminal : undefined))

async function askAtTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
