import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commitOrder } from '#lib/contract/order/orders.ts'
import { devOutbox } from '#lib/contract/system.ts'
import { NAMESPACES } from '#lib/text/catalogues.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { makeCustomer, signInAs } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

/** The feature and one ticket in each language; the places and the other tickets have Hebrew names only. */
const NAMES = { en: 'The Trial Play', ru: 'Пробный спектакль', ar: 'عرض تجريبي' } as const
const TICKETS = { en: 'Whole price', ru: 'Полная цена', ar: 'سعر كامل' } as const

const PRODUCTS = { en: 'Programme', ru: 'Программка', ar: 'برنامج' } as const

const LANGUAGES = ['en', 'ru', 'ar'] as const satisfies readonly Locale[]

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
  const wordsOf = (names: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.fromEntries(Object.entries(names).map(([locale, name]) => [locale, { name }])))
  await database().query('UPDATE feature SET words = $1', [wordsOf(NAMES)])
  await database().query('UPDATE ticket SET words = $1 WHERE ticket_id = 11', [wordsOf(TICKETS)])
  await database().query('UPDATE product SET words = $1', [wordsOf(PRODUCTS)])
  await database().query('UPDATE catalogue_version SET version = version + 1')
  app = await startApp({ env: { LOCALES: 'he,en,ru,ar', LOG_LEVEL: 'warn' } })
})
afterAll(() => app.stop())
afterEach(checkInvariants)

/** The visible text of a page, without the parts that a browser hides or takes over. */
function shownOf(html: string): string {
  return html.replace(/<(script|style|astro-island|svg|option|title)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '')
}

/** Text keys that a page shows instead of their texts. */
function keysIn(html: string): readonly string[] {
  return html.match(new RegExp(`(?<![\\w./-])(?:${NAMESPACES.join('|')})\\.[a-z]\\w+(?![\\w.(])`, 'g')) ?? []
}

/** Hebrew text outside elements that declare it. */
function unmarkedHebrew(html: string): readonly string[] {
  const rest = shownOf(html).replace(/<(\w+)[^>]* lang="he"[^>]*>[\s\S]*?<\/\1>/g, '')
  return rest.replace(/<[^>]*>/g, '\n').match(/[\u0590-\u05ff][^\n]*/g) ?? []
}

function problemsOf(html: string, locale: Locale): readonly string[] {
  const head = `<html lang="${locale}" dir="${directionOf(locale)}"`
  const singular =
    locale === 'en'
      ? (shownOf(html)
          .replace(/<[^>]*>/g, ' ')
          .match(/\b1 (?:tickets|seats|shows|minutes|payments)\b/g) ?? [])
      : []
  return [...(html.includes(head) ? [] : [`no ${head}`]), ...keysIn(shownOf(html)), ...unmarkedHebrew(html), ...singular]
}

/** Whether a text names the feature in its language, and in Hebrew. */
function namesIn(text: string, locale: (typeof LANGUAGES)[number]): readonly [own: boolean, hebrew: boolean] {
  return [text.includes(NAMES[locale]), text.includes('הצגת בדיקה')]
}

const ONLY_OWN = [true, false]

/** The shop's pages that a page links to. */
function linksIn(html: string): readonly string[] {
  const links = [...html.matchAll(/<a\b[^>]*\shref="(\/[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return links
    .filter((link) => !/\.(pdf|ics|json|pkpass)|[?&]lang=|^\/(https?:|sign-in)/.test(link))
    .map((link) => link.split('#')[0] ?? '')
}

test.each(LANGUAGES)('R1.18 keeps a visit in %s: every reachable page and every redirect', async (locale) => {
  const visitor = new Buyer(app.origin)
  const found: Record<string, readonly string[]> = {}
  const seen = new Set<string>()
  const queue = [
    `/?lang=${locale}`,
    '/none',
    '/cart/none',
    '/order/1',
    '/booking/checkout',
    '/booking/customer-portal',
    '/429',
    '/503',
    '/500',
  ]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const html = await visitor.openPage(path)
    const problems = problemsOf(html, locale)
    if (problems.length > 0) found[path] = problems
    queue.push(...linksIn(html))
  }
  expect(found).toEqual({})
  for (const path of ['/', '/booking', '/booking/features/1', '/terms', '/privacy', '/accessibility', '/customer'])
    expect([...seen]).toContain(path)
})

test.each([
  ['he', 'rtl'],
  ['en', 'ltr'],
  ['ru', 'ltr'],
  ['ar', 'rtl'],
])('R1.17 R4.67 lays out pages in %s from the side where it begins: %s', async (locale, direction) => {
  const [home, missing] = await Promise.all(['/', '/none'].map((path) => new Buyer(app.origin).openPage(`${path}?lang=${locale}`)))
  for (const html of [home, missing]) expect(html).toContain(`<html lang="${locale}" dir="${direction}"`)
})

test.each(LANGUAGES)('R1.18 shows the content of the catalogue in %s on pages and in calls', async (locale) => {
  const visitor = new Buyer(app.origin)
  for (const path of ['/', '/booking', '/booking/features/1', '/order/1', '/vod', `/vod/${String(FILM)}`])
    expect([path, namesIn(await visitor.openPage(`${path}?lang=${locale}`), locale)]).toEqual([path, ONLY_OWN])
  const { body } = await visitor.get('/api/presentations/1')
  expect(body).toMatchObject({ presentation: { featureName: NAMES[locale], locationName: 'היכל הבדיקה' } })
  expect(JSON.stringify(body)).toContain(TICKETS[locale])
  await visitor.post('/api/presentations/1/wait-list', { contact: `${locale}@example.com`, quantity: 1, consent: true })
  const { messages } = readAnswer(devOutbox, await visitor.get('/api/dev/outbox'))
  const joined = messages.find(({ text }) => text.includes('/waiting/') && text.includes(`lang=${locale}`))?.text ?? ''
  const waiting = await visitor.openPage(/\/waiting\/[\w-]+/.exec(joined)?.[0] ?? '')
  expect([namesIn(joined, locale), namesIn(waiting, locale)]).toEqual([ONLY_OWN, ONLY_OWN])
})

test('R1.18 redirects to the language of the address', async () => {
  const answer = await fetch(`${app.origin}/booking/checkout/payment?isHold=1&lang=ru`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(new URL(answer.headers.get('location') ?? '', app.origin).searchParams.get('lang')).toBe('ru')
})

test('R4.68 answers 404 for an unsupported language and keeps the visit’s language', async () => {
  const visitor = new Buyer(app.origin)
  await visitor.openPage('/?lang=ru')
  expect((await visitor.get('/?lang=fr')).status).toBe(404)
  expect(await visitor.openPage('/')).toContain('<html lang="ru" dir="ltr"')
  expect(await visitor.openPage('/?lang=he')).toContain('<html lang="he" dir="rtl"')
  expect(await visitor.openPage('/booking')).toContain('<html lang="he" dir="rtl"')
})

test.each(LANGUAGES.map((locale, at) => [locale, at] as const))(
  'speaks %s in a purchase, from the order to the ticket, its files and messages',
  async (locale, at) => {
    const buyer = new Buyer(app.origin)
    await buyer.openPage(`/order/1?lang=${locale}`)
    const seat = seatAt(1, 2 + at)
    await buyer.lock(seat)
    const stored = await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }] } })
    expect(stored.status).toBe(200)
    for (const path of ['/order/1', '/booking/checkout', '/booking/checkout/payment'])
      expect([path, problemsOf(await buyer.openPage(path), locale)]).toEqual([path, []])
    const taken = await buyer.put('/api/seats/lock-seat', { seat: { ...seat, XCoordinate: 999 } })
    expect(taken.body).toMatchObject({ message: textOf(locale)(`errors.${(taken.body as { error: string }).error}`) })
    await signInAs(buyer.uuid, await makeCustomer({ email: `buys-${locale}@shura.example` }))
    const products = [{ id: 1, quantity: 1 }]
    await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }], products } })
    const bought = readAnswer(commitOrder, await buyer.commit(cartOf([seat], await buyer.payByCard(), products)))
    const cart = await buyer.openPage(`/cart/${bought.reservationIdentifier}`)
    const documentKey = /\/edocument\/(\w+)/.exec(cart)?.[1] ?? ''
    const order = `/cart/${bought.reservationIdentifier}`
    for (const path of [order, `${order}/change`, `${order}/send`, '/customer'])
      expect([path, namesIn(await buyer.openPage(path), locale)]).toEqual([path, ONLY_OWN])
    for (const text of [cart, await buyer.openPage(`${order}/change`)]) expect(text).toContain(TICKETS[locale])
    const { body: read } = await buyer.get(`/api/reservations/${bought.reservationIdentifier}`)
    expect(read).toMatchObject({ reservation: { featureName: NAMES[locale] } })
    const receipts = `/edocument/${documentKey}/receipt`
    for (const path of [order, `${order}/change`, `${order}/send`, '/customer', `/edocument/${documentKey}`, receipts])
      expect([path, problemsOf(await buyer.openPage(path), locale)]).toEqual([path, []])
    const number = /\/receipt\/(\d+)/.exec(await buyer.openPage(receipts))?.[1] ?? ''
    const receipt = await buyer.openPage(`${receipts}/${number}`)
    expect([namesIn(receipt, locale), receipt.includes(PRODUCTS[locale]), receipt.includes(TICKETS[locale])]).toEqual([
      ONLY_OWN,
      true,
      true,
    ])
    const offer = await buyer.get(`/api/reservations/${bought.reservationIdentifier}/cancellation`)
    expect(offer.body).toMatchObject({ items: [{ name: TICKETS[locale], featureName: NAMES[locale] }, { name: PRODUCTS[locale] }] })
    const kept = await buyer.get('/api/customer-area/my-data')
    expect(namesIn(JSON.stringify(kept.body), locale)).toEqual(ONLY_OWN)
    const calendar = await buyer.get(`/edocument/${documentKey}/event.ics`)
    expect(String(calendar.body).replace(/\r\n[ \t]/g, '')).toContain(`?lang=${locale}`)
    expect((await buyer.get(`/edocument/${documentKey}/ticket.pdf`)).status).toBe(200)
    const { messages } = readAnswer(devOutbox, await buyer.get('/api/dev/outbox'))
    const own = messages.filter(({ text }) => text.includes(documentKey))
    expect(own.map(({ channel }) => channel).sort()).toEqual(['mail', 'sms'])
    for (const { text } of own) expect(text).toContain(`/edocument/${documentKey}?lang=${locale}`)
    const mail = own.find(({ channel }) => channel === 'mail')
    expect(mail?.text).toContain(textOf(locale)('messages.open'))
    const document = await buyer.openPage(`/edocument/${documentKey}`)
    for (const text of [
      mail?.text,
      own.find(({ channel }) => channel === 'sms')?.text,
      String(calendar.body).replace(/\r\n[ \t]/g, ''),
      document,
    ])
      expect(text).toContain(NAMES[locale])
    for (const word of [TICKETS[locale], PRODUCTS[locale]]) expect(document).toContain(word)
    expect(document).not.toContain('הצגת בדיקה')
    expect(document).toContain('היכל הבדיקה')
    // Another browser without a chosen language shows the ticket in the message's language.
    expect(problemsOf(await new Buyer(app.origin).openPage(`/edocument/${documentKey}?lang=${locale}`), locale)).toEqual([])
  },
)

test.each(LANGUAGES)('speaks %s in the personal area and in signing in', async (locale) => {
  const visitor = new Buyer(app.origin)
  await visitor.openPage(`/customer?lang=${locale}`)
  expect(problemsOf(await visitor.openPage('/customer'), locale)).toEqual([])
  await signInAs(visitor.uuid, await makeCustomer({ email: `${locale}@shura.example` }))
  for (const path of ['/customer', '/customer/details', '/booking/customer-portal'])
    expect([path, problemsOf(await visitor.openPage(path), locale)]).toEqual([path, []])
})
