import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountDeletedMail,
  contactChangedMail,
  contactChangedSms,
  passwordChangedMail,
  passwordChangedSms,
  signInLinkMail,
} from '#lib/server/customers/sign-in/account-messages.ts'
import { giftBody } from '#lib/server/gifts/gift-message.ts'
import { renderSealedMail } from '#lib/server/messages/message-sealed.ts'
import type { Locale } from '#lib/text/locales.ts'
import { fitSms, shorten } from '#lib/server/messages/message-sms.ts'

const LINK = 'https://tickets.example/customer#jwtToken=aaa.bbb&x=<y>'

beforeAll(() => {
  process.env.LOCALES = 'he,en,ru,ar'
})

describe('messages about the account', () => {
  it('have the link as a line of text and as a button, never as raw markup', () => {
    const { subject, text, html } = renderSealedMail(signInLinkMail('he', LINK))
    expect(subject).toBe('הקישור לכניסה לשורה')
    expect(text.split('\n')).toContain(LINK)
    expect(html).toContain('<html lang="he" dir="rtl">')
    expect(html).toContain('href="https://tickets.example/customer#jwtToken=aaa.bbb&#38;x=&#60;y&#62;"')
    expect(html).toMatch(/>לכניסה לאזור האישי<\/a>/)
    expect(html).not.toContain('<y>')
  })

  it('of a gift have no button but its own, and no code: what its buyer wrote stays text, though it is an address or a number', () => {
    const said = { key: 'a'.repeat(26), to: 'תמר', contact: 'tamar@example.com', greeting: 'מזל טוב!\nhttps://evil.example/gift\n123456' }
    const body = giftBody(
      { ...said, from: 'נועה\nhttps://evil.example' },
      { name: 'שובר', balance: 10_000, isTickets: false },
      { channel: 'mail', locale: 'he' },
    )
    const { html, text } = renderSealedMail(body)
    expect(text).toContain('https://evil.example/gift')
    expect([...html.matchAll(/<a class="accent wide" href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/gift/${said.key}$`)),
    ])
    expect(html).not.toContain('href="https://evil.example')
    expect(html).toContain('123456')
    expect(html).not.toContain('font-size:34px')
  })

  it.each(['mail', 'sms'] as const)('of a gift have no address that a name makes, by %s', (channel) => {
    const body = giftBody(
      { key: 'a'.repeat(26), to: 'evil.example', contact: 'tamar@example.com', greeting: '', from: 'https://evil.example' },
      { name: 'שובר', balance: 10_000, isTickets: false },
      { channel, locale: 'he' },
    )
    const { html, text } = renderSealedMail(body)
    for (const told of [body.subject ?? '', text, html]) expect(told).not.toContain('evil.example')
    expect(text).toContain('https:// evil. example')
  })

  it('show a code large and left to right', () => {
    const { html } = renderSealedMail({ subject: 's', text: 'הקוד:\n\n123456\n\nעד מחר 12:00' })
    expect(html).toMatch(/font-size:34px[^>]*><bdi dir="ltr">123456<\/bdi>/)
    expect(html.match(/font-size:34px/g)).toHaveLength(1)
  })

  it('say whom to call if it was somebody else, in the requested language', () => {
    for (const body of [contactChangedMail('en', 'mobile'), contactChangedMail('he', 'email'), passwordChangedMail('he')])
      expect(renderSealedMail(body).text).toContain('03-777-0140')
    expect(renderSealedMail(contactChangedMail('en', 'mobile')).html).toContain('<html lang="en" dir="ltr">')
  })

  it('keeps the telephone left to right in languages that run from right to left, and spends no signs on that elsewhere', () => {
    const told = (locale: Locale) => [
      ...[contactChangedSms(locale, 'mobile'), contactChangedSms(locale, 'email'), passwordChangedSms(locale), accountDeletedMail(locale)],
      ...[contactChangedMail(locale, 'mobile'), passwordChangedMail(locale)],
    ]
    for (const locale of ['ar', 'he'] as const) for (const { text } of told(locale)) expect(text).toContain('\u206603-777-0140\u2069')
    for (const locale of ['en', 'ru'] as const) for (const { text } of told(locale)) expect(text).not.toContain('\u2066')
  })

  it('fit into one part of a Hebrew SMS, which has 70 units', () => {
    for (const { text } of [contactChangedSms('he', 'mobile'), contactChangedSms('he', 'email'), passwordChangedSms('he')])
      expect(text.length).toBeLessThanOrEqual(70)
  })

  it('fit into two parts of an SMS', () => {
    for (const locale of ['he', 'en', 'ar'] as const)
      for (const { text } of [contactChangedSms(locale, 'mobile'), contactChangedSms(locale, 'email'), passwordChangedSms(locale)])
        expect(text.length).toBeLessThanOrEqual(134)
  })
})

describe('an SMS', () => {
  it('cuts its name to fit two parts, and never splits a character', () => {
    const link = `https://tickets.theatre.example/cart/${'x'.repeat(20)}`
    const sms = fitSms('🎭'.repeat(80), (name) => `שורה: ${name}, ${link}`)
    expect(sms.length).toBeLessThanOrEqual(134)
    expect(sms.length).toBeGreaterThan(130)
    expect(sms.isWellFormed()).toBe(true)
    expect(sms.endsWith(link)).toBe(true)
    expect(shorten('שלום', 4)).toBe('שלום')
    expect(shorten('שלום לכם', 6)).toBe('שלום…')
  })
})
