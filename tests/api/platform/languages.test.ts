import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
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
import { hasLatinLeft, isOutOfOrder, withoutIsolated } from '#tests/support/line-order.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addDonations, PUPIL } from '#tests/support/sold/donations.ts'
import { addMemberships, ADULT } from '#tests/support/sold/memberships.ts'
import { addVoucherClasses, VOUCHER } from '#tests/support/sold/vouchers.ts'

/** The feature and one ticket in each language; the places and the other tickets have Hebrew names only. */
const NAMES = { en: 'The Trial Play', ru: 'Пробный спектакль', ar: 'عرض تجريبي' } as const
const TICKETS = { en: 'Whole price', ru: 'Полная цена', ar: 'سعر كامل' } as const

const PRODUCTS = { en: 'Programme', ru: 'Программка', ar: 'برنامج' } as const
/** The section of numbered seats. */
const SECTIONS = { en: 'The stalls', ru: 'Главный партер', ar: 'الصالة الكبرى' } as const
/** Membership 1, voucher class 1 and donation 1, whose amounts say their thanks too. */
const OFFERS = {
  en: {
    membership: 'Eight evenings',
    price: 'Adult',
    voucher: 'A gift',
    kind: 'Gifts',
    donation: 'A first seat',
    to: 'The fund',
    thanks: 'A pupil sees it',
  },
  ru: {
    membership: 'Восемь вечеров',
    price: 'Взрослый',
    voucher: 'Подарок',
    kind: 'Подарки',
    donation: 'Первое место',
    to: 'Фонд',
    thanks: 'Ученик увидит',
  },
  ar: {
    membership: 'ثماني أمسيات',
    price: 'بالغ',
    voucher: 'هدية',
    kind: 'هدايا',
    donation: 'مقعد أول',
    to: 'الصندوق',
    thanks: 'تلميذ يشاهد',
  },
} as const

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
  const sections = Object.entries(SECTIONS).map(([locale, name]) => [locale, { sections: { 'גוש א': name } }] as const)
  await database().query("UPDATE section SET name = 'גוש א' WHERE section_id = 1")
  await database().query('UPDATE seatplan SET words = $1', [JSON.stringify(Object.fromEntries(sections))])
  await addOffers()
  await database().query('UPDATE catalogue_version SET version = version + 1')
  app = await startApp({ env: { LOCALES: 'he,en,ru,ar', LOG_LEVEL: 'warn' } })
})
afterAll(() => app.stop())
afterEach(checkInvariants)

async function addOffers(): Promise<void> {
  await addMemberships()
  await addVoucherClasses()
  await addDonations()
  const all = Object.entries(OFFERS)
  const say = async (table: string, where: string, words: (of: (typeof OFFERS)['en' | 'ru' | 'ar']) => object) => {
    const said = Object.fromEntries(all.map(([locale, of]) => [locale, words(of)]))
    await database().query(`UPDATE ${table} SET words = $1 WHERE ${where}`, [JSON.stringify(said)])
  }
  await say('membership', 'membership_id = 1', ({ membership }) => ({ name: membership }))
  await say('membership_price', 'membership_price_id = 11', ({ price }) => ({ name: price }))
  await say('system_voucher_super_class', 'system_voucher_super_class_id = 1', ({ kind }) => ({ name: kind }))
  await say('system_voucher_class', 'system_voucher_class_id = 1', ({ voucher }) => ({ name: voucher }))
  await say('donation', 'donation_id = 1', ({ donation, to }) => ({ name: donation, recipient: to }))
  await say('donation_detail', 'donation_detail_id = 11', ({ thanks }) => ({ thanks }))
}

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
  const marks = [
    ...(html.includes('<meta name="robots" content="noindex"') ? [] : ['to be indexed']),
    ...(/hreflang/i.test(html) ? ['hreflang'] : []),
  ]
  return [...marks, ...(html.includes(head) ? [] : [`no ${head}`]), ...keysIn(shownOf(html)), ...unmarkedHebrew(html), ...singular]
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

const BEGINNINGS = ['/none', '/cart/none', '/order/1', '/booking/checkout', '/booking/customer-portal', '/429', '/503', '/500']

/** Opens every page that is reached from the calendar in a language. @returns what was found on which, and where it was */
async function walk(visitor: Buyer, locale: Locale, problems: (html: string) => readonly string[]) {
  const found: Record<string, readonly string[]> = {}
  const seen = new Set<string>()
  const queue = [`/?lang=${locale}`, ...BEGINNINGS]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const html = await visitor.openPage(path)
    const own = problems(html)
    if (own.length > 0) found[path] = own
    queue.push(...linksIn(html))
  }
  return { found, seen }
}

test.each(LANGUAGES)('R1.18 keeps a visit in %s: every reachable page and every redirect', async (locale) => {
  const visitor = new Buyer(app.origin)
  const { found, seen } = await walk(visitor, locale, (html) => problemsOf(html, locale))
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

test.each(LANGUAGES)(
  'R1.18 names sections of a hall in %s on its plan, in the best seats and on pages, and tells editions apart',
  async (locale) => {
    const visitor = new Buyer(app.origin)
    const plan = async () => visitor.get('/api/seats/seatplan?seatplanId=1&venueId=1')
    const hebrew = await plan()
    expect(hebrew.body).toMatchObject({ seatplan: { sections: { 1: { SectionName: 'גוש א' } } } })
    await visitor.openPage(`/?lang=${locale}`)
    const own = await plan()
    expect(own.body).toMatchObject({ seatplan: { sections: { 1: { SectionName: SECTIONS[locale] } } } })
    const { body } = await visitor.get('/api/presentations/1')
    const { presentation } = body as { presentation: { seatplanVersion: string } }
    expect(presentation.seatplanVersion).toMatch(new RegExp(`\\.${locale}$`))
    const best = await visitor.get('/api/seats/best-available?presentationId=1&quantity=1&ticketGroupId=1&maxMatches=1')
    expect(best.body).toMatchObject({ matches: [{ seats: [{ SectionName: SECTIONS[locale] }] }] })
    const kept = async (version: string) =>
      (await fetch(`${app.origin}/api/seats/seatplan?seatplanId=1&lang=${locale}&version=${version}`)).headers.get('cache-control')
    expect(await kept(presentation.seatplanVersion)).toContain('immutable')
    expect(await kept(presentation.seatplanVersion.replace(/\.\w+$/, ''))).toBe('no-cache')
  },
)

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
    for (const path of [order, `${order}/change`, `${order}/send`, '/customer', `/edocument/${documentKey}`]) {
      const html = await buyer.openPage(path)
      expect([path, html.includes(SECTIONS[locale]), html.includes('גוש א')]).toEqual([path, true, false])
    }
    const { body: read } = await buyer.get(`/api/reservations/${bought.reservationIdentifier}`)
    expect(read).toMatchObject({ reservation: { featureName: NAMES[locale], SectionName: SECTIONS[locale] } })
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
    expect(offer.body).toMatchObject({
      items: [
        { name: TICKETS[locale], featureName: NAMES[locale], place: expect.stringContaining(SECTIONS[locale]) as string },
        { name: PRODUCTS[locale] },
      ],
    })
    const kept = await buyer.get('/api/customer-area/my-data')
    expect(namesIn(JSON.stringify(kept.body), locale)).toEqual(ONLY_OWN)
    expect(JSON.stringify(kept.body)).toContain(`"section":"${SECTIONS[locale]}"`)
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
    expect(mail?.text).toContain(SECTIONS[locale])
    for (const word of [TICKETS[locale], PRODUCTS[locale]]) expect(document).toContain(word)
    expect(document).not.toContain('הצגת בדיקה')
    expect(document).toContain('היכל הבדיקה')
    // Another browser without a chosen language shows the ticket in the message's language.
    expect(problemsOf(await new Buyer(app.origin).openPage(`/edocument/${documentKey}?lang=${locale}`), locale)).toEqual([])
  },
)

const SOLD = [
  ['memberships', ADULT, ['/membership', '/membership/m1'], 'membership', 'מנוי 1'],
  ['vouchers', VOUCHER, ['/system-vouchers/1'], 'voucher', 'שובר'],
  ['donations', PUPIL, ['/donations', '/donations/d1'], 'donation', 'יעד 1'],
] as const

test.each(LANGUAGES.flatMap((locale) => SOLD.map((sold) => [locale, ...sold] as const)))(
  'R1.18 names in %s what is sold beside tickets: %s',
  async (locale, field, item, pages, what, hebrew) => {
    const buyer = new Buyer(app.origin)
    const said = OFFERS[locale]
    const name = said[what]
    await buyer.openPage(`/?lang=${locale}`)
    const named = async (path: string) => {
      const html = await buyer.openPage(path)
      expect([path, html.includes(name), html.includes(hebrew), problemsOf(html, locale)]).toEqual([path, true, false, []])
      return html
    }
    const shown = (await Promise.all(pages.map(named))).join('')
    const more = { memberships: said.price, vouchers: said.kind, donations: said.to } as const
    expect(shown).toContain(more[field])
    const wanted: Partial<OrderCart> = { [field]: [item] }
    expect((await buyer.post('/api/cart', { cart: wanted })).status).toBe(200)
    await named('/booking/checkout')
    const cart = { ...cartOf([]), ...wanted, paymentIdentifier: await buyer.payByCard() }
    const { reservationIdentifier } = readAnswer(commitOrder, await buyer.commit(cart))
    const done = await named(`/cart/${reservationIdentifier}`)
    if (field === 'donations') expect(done).toContain(said.thanks)
    const documentKey = /\/edocument\/(\w+)/.exec(done)?.[1] ?? ''
    await named(`/edocument/${documentKey}`)
    if (field === 'donations') {
      const receipts = await buyer.openPage(`/edocument/${documentKey}/receipt`)
      const receipt = /\/edocument\/\w+\/donation\/[\d-]+/.exec(`${receipts}${done}`)?.[0] ?? ''
      await named(receipt)
      // Who received it stays as the receipt was given.
      expect(await buyer.openPage(receipt)).toContain('הקרן')
    }
    const { body } = await buyer.get(`/api/reservations/${reservationIdentifier}`)
    expect(JSON.stringify(body)).toContain(name)
    const { messages } = readAnswer(devOutbox, await buyer.get('/api/dev/outbox'))
    const mail = messages.find(({ channel, text }) => channel === 'mail' && text.includes(documentKey))
    expect([mail?.text.includes(name), mail?.text.includes(hebrew)]).toEqual([true, false])
  },
)

/** The texts of a Hebrew page without what is said to be in another language or of a direction of its own. */
function hebrewTexts(html: string): readonly string[] {
  const rest = shownOf(html).replace(/<(\w+)[^>]* (?:lang="(?!he)\w+"|dir="ltr")[^>]*>[\s\S]*?<\/\1>/g, '')
  const texts = rest
    .replace(/[\s\S]*<body\b/, '<body')
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
  return texts.map((text) => withoutIsolated(text).trim()).filter((text) => text !== '')
}

/** Signs in another order than written, and Latin left over, in a page from right to left. */
function mixedUp(html: string, locale: Locale): readonly string[] {
  return hebrewTexts(html).filter((text) => isOutOfOrder(text) || (locale === 'he' && hasLatinLeft(text)))
}

test.each(['he', 'ar'] as const)('R1.17 keeps the order of signs in %s, and leaves no Latin in Hebrew beyond names', async (locale) => {
  const { found, seen } = await walk(new Buyer(app.origin), locale, (html) => mixedUp(html, locale))
  expect(found).toEqual({})
  for (const path of ['/membership', '/system-vouchers', '/donations', '/booking/features/1']) expect([...seen]).toContain(path)
})

test.each([
  ['he', 2],
  ['ar', 4],
] as const)('R1.17 keeps both in %s from the order to the ticket, its receipt and the personal area', async (locale, place) => {
  const buyer = new Buyer(app.origin)
  await buyer.openPage(`/order/1?lang=${locale}`)
  const seat = seatAt(place, 5)
  await buyer.lock(seat)
  await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }] } })
  const expectInOrder = async (paths: readonly string[]) => {
    for (const path of paths) expect([path, mixedUp(await buyer.openPage(path), locale)]).toEqual([path, []])
  }
  await expectInOrder(['/order/1', '/booking/checkout', '/booking/checkout/payment', '/cart'])
  await signInAs(buyer.uuid, await makeCustomer({ email: `reads-${locale}@shura.example` }))
  const products = [{ id: 1, quantity: 1 }]
  await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }], products } })
  const { reservationIdentifier } = readAnswer(commitOrder, await buyer.commit(cartOf([seat], await buyer.payByCard(), products)))
  const order = `/cart/${reservationIdentifier}`
  const documents = `/edocument/${/\/edocument\/(\w+)/.exec(await buyer.openPage(order))?.[1] ?? ''}`
  const receipt = /\/receipt\/\d+/.exec(await buyer.openPage(`${documents}/receipt`))?.[0] ?? ''
  await expectInOrder([order, `${order}/change`, `${order}/send`, documents, `${documents}/receipt`, documents + receipt])
  await expectInOrder(['/customer', '/customer/details', '/booking/customer-portal'])
})

test.each(LANGUAGES)('speaks %s in the personal area and in signing in', async (locale) => {
  const visitor = new Buyer(app.origin)
  await visitor.openPage(`/customer?lang=${locale}`)
  expect(problemsOf(await visitor.openPage('/customer'), locale)).toEqual([])
  await signInAs(visitor.uuid, await makeCustomer({ email: `${locale}@shura.example` }))
  for (const path of ['/customer', '/customer/details', '/booking/customer-portal'])
    expect([path, problemsOf(await visitor.openPage(path), locale)]).toEqual([path, []])
})
