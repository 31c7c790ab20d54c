import type { AstroCookies } from 'astro'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { redeemLink } from '#lib/server/customers/sign-in/sign-in-link-redeem.ts'
import type { SigningIn } from '#lib/server/customers/sign-in/signing-in.ts'
import { finishSocialSignIn } from '#lib/server/customers/sign-in/social.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { forgetCodes, newVisitor } from '#tests/support/buyers/sign-in.ts'

process.env.OIDC_PROVIDERS = 'club'
process.env.OIDC_CLUB_ISSUER = 'https://id.example'
process.env.OIDC_CLUB_CLIENT_ID = 'shura'
process.env.OIDC_CLUB_CLIENT_SECRET = 'a secret of the club'

beforeAll(freshDatabase)
beforeEach(forgetCodes)

/** One address that comes as a new visitor each time. */
async function newcomer(): Promise<SigningIn> {
  const cookies = { get: () => undefined, set: () => undefined } as unknown as AstroCookies
  const request = new Request('http://127.0.0.1/sign-in/club/callback')
  return { visitor: await newVisitor(), context: { cookies }, request, source: { caller: '198.51.100.7' }, locale: 'he' }
}

async function logged(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database().query<{ action: string; count: number }>(
    'SELECT action, count(*)::int AS count FROM security_log GROUP BY action',
  )
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
}

test('stops a flood of invalid links, and logs little of it in the log that is kept for two years', async () => {
  const codes = []
  for (let n = 0; n < 34; n++) {
    const answer = await redeemLink(await newcomer(), 'a.b.c')
    codes.push(answer.ok ? 'ok' : answer.refusal.code)
  }
  expect(codes).toEqual([...Array<string>(30).fill('ERROR'), ...Array<string>(4).fill('TOO_MANY_REQUESTS')])
  expect(await logged()).toEqual({ 'link refused': 30, 'limit reached': 1 })
})

test('stops a flood of social sign-in returns that nobody started', async () => {
  for (let n = 0; n < 34; n++)
    expect(await finishSocialSignIn(await newcomer(), 'club', '?code=x&state=y')).toMatchObject({ refusal: { code: 'SOCIAL_FAILED' } })
  expect(await logged()).toEqual({ 'social sign-in failed': 30, 'limit reached': 1 })
})
