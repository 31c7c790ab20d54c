import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directionOf, LOCALES, type Locale } from '#lib/text/locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { addPolicies } from '#tests/support/buyers/cancels.ts'
import { addOtherDays } from '#tests/support/buyers/changes.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { databaseBesideShop } from '#tests/support/browser/shop-database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import {
  allInverted,
  asWritten,
  faintTexts,
  halfInverted,
  isBright,
  measureMail,
  type MailPicture,
} from '#tests/support/browser/mail-picture.ts'
import { differenceFrom } from '#tests/support/browser/picture-reference.ts'
import { inShopFonts } from '#tests/support/browser/shop-fonts.ts'
import { mailsIn, orderEveryWay, type NamedMail } from '#tests/support/buyers/mails.ts'
import { axeComplaints } from '#tests/support/browser/axe.ts'

const KINDS = [
  'tickets',
  'change',
  'cancelled',
  'refund:change',
  'hold',
  'lapsed',
  'moved',
  'code',
  'link',
  'mobile changed',
  'password changed',
  'account deleted',
  'wait list joined',
  'seats free',
  'tickets of a donation',
  'tickets of a membership',
  'tickets of a voucher',
  'reminder',
  'resold',
  'friend ticket',
  'friend ticket back',
  'gift',
  'staff invitation',
  'staff reminder',
]
/** A phone, and wider than a letter gets. */
const WIDTHS = [390, 640]
/** Those about money. */
const WITH_AMOUNT = [
  'tickets',
  'tickets of a donation',
  'tickets of a voucher',
  'change',
  'cancelled',
  'refund:change',
  'hold',
  'resold',
  'gift',
]
/** Also compared as pictures in English, which runs the other way; Hebrew ones all are. */
const IN_ENGLISH = ['tickets', 'cancelled', 'code']
/** In the number of a receipt on a donation: the only fact that is of today. */
const YEAR_OF_RECEIPT = /(?<=\b46-)\d{4}(?=-)/g
/** `npm run pictures` draws the pictures of mails anew. */
const IS_DRAWN = import.meta.env.MODE === 'pictures'
const ALL_LOOKS = WIDTHS.flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })))

let page: Page
const requests: string[] = []
const mails = new Map<Locale, readonly NamedMail[]>()

beforeAll(async () => {
  process.env.LOCALES = LOCALES.join(',')
  process.env.CUSTOMER_CANCELLATION = 'on'
  await databaseBesideShop()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
  await orderEveryWay()
  for (const locale of LOCALES) mails.set(locale, await mailsIn(locale))
  page = await browser.newPage()
  page.on('request', (request) => requests.push(request.url()))
})
afterAll(checkInvariants)

/** Measures every mail of a language in each look. */
async function lookAt(
  locale: Locale,
  judge: (mail: NamedMail, picture: MailPicture, look: (typeof ALL_LOOKS)[number]) => readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const look of ALL_LOOKS) {
    await page.setViewportSize({ width: look.width, height: 844 })
    await page.emulateMedia({ colorScheme: look.colorScheme })
    for (const mail of mails.get(locale) ?? []) {
      await page.setContent(mail.html)
      const named = `${mail.kind}, ${String(look.width)}, ${look.colorScheme}`
      for (const fault of judge(mail, await measureMail(page), look)) found.push(`${named}: ${fault}`)
    }
  }
  return found
}

/** Faults of one letter as it is seen. */
function faultsOf(locale: Locale, { kind, text, html }: NamedMail, picture: MailPicture): readonly string[] {
  const origin = settings().publicOrigin
  const said = [...text.matchAll(/₪[\d,.]*\d|\d\d:\d\d|[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/g)].map(([part]) => part)
  const addresses = [...text.matchAll(/https?:\S+/g)].map(([address]) => address)
  const faults: readonly (readonly [boolean, string])[] = [
    [picture.sideways > 0, `${String(picture.sideways)} px too wide`],
    [picture.direction !== directionOf(locale) || picture.language !== locale, `${picture.language} ${picture.direction}`],
    [picture.headline === '', 'no headline'],
    [WITH_AMOUNT.includes(kind) && !picture.seen.includes('₪'), 'no amount'],
    [!picture.seen.includes(settings().boxOfficePhone), 'no telephone'],
    [picture.buttons.length > 1 || picture.buttons.some(({ height, width }) => height < 44 || width < 44), 'buttons'],
    [said.some((part) => !picture.seen.includes(part)), `missing of ${said.join(' ')}`],
    [addresses.some((address) => !picture.links.includes(address)), `missing of ${addresses.join(' ')}`],
    [picture.links.some((link) => !link.startsWith(`${origin}/`) && !link.startsWith('tel:')), picture.links.join(' ')],
    [/[\u2066-\u2069]/.test(picture.seen), 'signs of direction in place of elements'],
    [html.length > 60_000, 'so long that mail programs cut it'],
  ]
  return faults.filter(([is]) => is).map(([, fault]) => fault)
}

describe('mails', () => {
  it.each(LOCALES)(
    'of every kind fit their window, say the same as their text, and read well in light, dark and turned around: %s',
    async (locale) => {
      expect(mails.get(locale)?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(KINDS))
      const found = await lookAt(locale, (mail, picture, { colorScheme }) => [
        ...faultsOf(locale, mail, picture),
        ...(isBright(picture.ground) === (colorScheme === 'dark') ? [`its ground is ${picture.ground}`] : []),
        ...faintTexts(picture, asWritten),
        ...(colorScheme === 'light' ? [...faintTexts(picture, allInverted), ...faintTexts(picture, halfInverted)] : []),
      ])
      expect(found).toEqual([])
    },
  )

  it('of every kind look as their pictures do, in light and in the dark', async () => {
    const english = (mails.get('en') ?? [])
      .filter(({ kind }) => IN_ENGLISH.includes(kind))
      .map((mail) => ({ ...mail, kind: `${mail.kind} en` }))
    const found: string[] = []
    await page.setViewportSize({ width: 390, height: 100 })
    for (const { kind, html } of [...(mails.get('he') ?? []), ...english]) {
      await page.setContent(inShopFonts(html.replaceAll(YEAR_OF_RECEIPT, '2031')))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const name = `${kind} ${colorScheme}`.replaceAll(/[ :]/g, '-')
        const fault = await differenceFrom(`tests/e2e/pages/mail-pictures/${name}`, await page.screenshot({ fullPage: true }), IS_DRAWN)
        if (fault) found.push(`${name}: ${fault}`)
      }
    }
    expect(found.join('\n')).toBe('')
  })

  it('name halls and shows in their own language and each seat in that of the letter', async () => {
    await page.setContent(mails.get('en')?.find(({ kind }) => kind === 'tickets')?.html ?? '')
    expect(await page.getByText('הצגת בדיקה', { exact: true }).last().getAttribute('lang')).toBe('he')
    const seat = page.locator('td', { hasText: /^אולם · Row 1 · Seat 5$/ })
    const [hall, row] = await Promise.all([seat.locator('bdi').boundingBox(), seat.boundingBox()])
    expect(Math.abs((hall?.x ?? 0) - (row?.x ?? -9))).toBeLessThan(2)
  })

  it('wear the accent and the name of the shop, readable in both themes; a shop with a mark of its own wears no other', async () => {
    const { brand } = settings()
    const own = { name: 'Acme <Tickets>', mark: '/mark.svg', accent: '#ffdd00' }
    Object.assign(brand, own)
    try {
      const [tickets] = (await mailsIn('he')).filter(({ kind }) => kind === 'tickets')
      await page.setContent(tickets?.html ?? '')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const picture = await measureMail(page)
        expect([...faintTexts(picture, asWritten), ...faintTexts(picture, allInverted)]).toEqual([])
        expect(picture.seen).toContain(own.name)
        expect(picture.texts.map(({ ground }) => ground)).not.toContain('#6c1aa6')
      }
      expect(tickets?.html).not.toMatch(/<img|border-radius:50%/)
    } finally {
      Object.assign(brand, { name: 'שורה', mark: undefined, accent: undefined })
    }
  })

  it('with tickets lead to the code of each seat', () => {
    const tickets = mails.get('he')?.find(({ kind }) => kind === 'tickets')
    expect(tickets?.html.match(/\/edocument\/\w+#ticket-[12]"/g)).toHaveLength(2)
  })

  it('are looked at by axe in both themes, and ask nobody for anything', async () => {
    const found: string[] = []
    await page.setViewportSize({ width: 390, height: 844 })
    for (const mail of (mails.get('he') ?? []).filter(({ kind }) => ['tickets', 'cancelled', 'code'].includes(kind)))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setContent(mail.html)
        for (const complaint of await axeComplaints(page)) found.push(`${mail.kind}, ${colorScheme}: ${complaint}`)
      }
    expect(found).toEqual([])
    expect(requests).toEqual([])
  })
})
