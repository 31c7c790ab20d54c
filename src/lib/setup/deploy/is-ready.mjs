// Whether a process of the shop is ready: node is-ready.mjs PORT [SECONDS], which waits for so long at most. Plain JavaScript, without dependencies.
import { setTimeout as sleep } from 'node:timers/promises'

const [port = '4321', seconds = '0'] = process.argv.slice(2)
const until = Date.now() + Number(seconds) * 1_000

async function isReady() {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined)
  return answer?.ok === true
}

while (!(await isReady())) {
  if (Date.now() >= until) process.exit(1)
  await sleep(200)
}
