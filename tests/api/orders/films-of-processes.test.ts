import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { signedIn, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addFilms, buyFilm, FILM } from '#tests/support/sold/films.ts'

process.env.SECRET = SECRET_OF_TESTS
const TRUSTED = { TRUSTED_PROXY: 'on' } // a call without an address comes from this machine

let apps: RunningApp[] = []

/** The second process lets every device play. */
const startFirst = () => startApp({ env: TRUSTED })
const startSecond = () => startApp({ env: { ...TRUSTED, VOD_CHROME_ONLY: 'off' } })

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
  apps = await Promise.all([startFirst(), startSecond()])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** Somebody who is signed in and has bought a film. */
async function aBuyer(vodId = FILM): Promise<SignedIn> {
  const buyer = await signedIn()
  expect((await buyFilm(buyer.visitor.uuid, vodId)).ok).toBe(true)
  return buyer
}

/** Presses play at a process. @returns the code of the refusal; 'plays' if there is none */
async function press(at: number, { visitor: { uuid }, sid }: SignedIn, headers: Record<string, string> = {}): Promise<string> {
  const browser = Object.assign(new TestVisitor(apps[at]?.origin ?? ''), { uuid })
  browser.cookies.set('sid', sid)
  const { status, body } = await browser.post(`/api/vod/${String(FILM)}/play`, {}, headers)
  return status === 200 ? 'plays' : (body as { error: string }).error
}

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('a device that cannot play', () => {
  test.each([
    ['R8.81 Safari on an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'VOD_DEVICE_UNSUPPORTED'],
    ['R8.81 Chrome on an iPad', `${IPHONE.replace('iPhone', 'iPad')} CriOS/138.0 Mobile/15E148 Safari/604.1`, 'VOD_DEVICE_UNSUPPORTED'],
    ['R8.82 Safari on a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 'VOD_BROWSER_UNSUPPORTED'],
  ])('%s is refused before the window opens, and plays if the setting lets it', async (_name, userAgent, code) => {
    const buyer = await aBuyer()
    expect(await press(0, buyer, { 'user-agent': userAgent })).toBe(code)
    expect(await cellOf('SELECT count(first_played_at)::int FROM film_ticket')).toBe(0)
    expect(await press(1, buyer, { 'user-agent': userAgent })).toBe('plays')
  })
})
