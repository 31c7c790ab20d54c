import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'

it('large bodies are compressed one after the other, small ones pass them', async () => {
  const ended: string[] = []
  const compress = (name: string, body: Buffer) => new ReadyBytes(body, 9).in('br').then(() => ended.push(name))
  await Promise.all([
    compress('slow', randomBytes(3_000_000)),
    compress('quick', Buffer.alloc(1_000_001, 'a')),
    compress('small', Buffer.alloc(2000, 'a')),
  ])
  expect(ended).toEqual(['small', 'slow', 'quick'])
})
