import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '#lib/server/platform/config/settings.ts'
import { demoSettings } from '#lib/setup/demo-settings.mjs'
import { startProgram } from '#tests/support/processes/server.ts'

const SECRET = 'x'.repeat(32)
const PUBLIC = { PUBLIC_ORIGIN: 'https://tickets.example', SECRET, DEMO: 'off', PAYMENT_PROVIDER: 'sandbox' }

describe('settings', () => {
  it('have defaults for one machine without any account', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 4321,
      publicOrigin: 'http://127.0.0.1:4321',
      dataDir: './data',
      databaseUrl: undefined,
      holdSeconds: 600,
      captchaProvider: 'off',
      paymentProvider: 'sandbox',
      smsProvider: 'outbox',
      mailProvider: 'outbox',
      demo: true,
      customerCancellation: false,
      locales: ['he'],
      externalRedirect: 'guarded',
      brand: { name: 'שורה' },
    })
  })

  it('name the sites that may show the shop in theirs, as origins', () => {
    const originsOf = (EMBED_ORIGINS: string) => readSettings({ EMBED_ORIGINS, DEMO: 'off' }).embedOrigins
    expect(originsOf('')).toEqual([])
    expect(readSettings({}).embedOrigins).toEqual(['http://localhost:*'])
    expect(readSettings({ ...PUBLIC, DEMO: 'on' }).embedOrigins).toEqual([])
    expect(originsOf(' https://www.Organiser.example/, http://localhost:8080,https://www.organiser.example')).toEqual([
      'https://www.organiser.example',
      'http://localhost:8080',
    ])
    const wrong = [...['*', 'https://*.example', 'organiser.example', 'https://a.example/tickets', 'http://organiser.example'], "'self'"]
    for (const one of [...wrong, 'https://a.example;script-src', 'data:text/html,x', 'https://me@a.example', 'null'])
      expect(() => originsOf(one), one).toThrow(/^EMBED_ORIGINS: /)
  })

  it('name the networks to which webhooks may lead', () => {
    expect(readSettings({ WEBHOOK_NETWORKS: '10.1.0.0/16, fd00:1::/32' }).webhookNetworks).toEqual(['10.1.0.0/16', 'fd00:1::/32'])
    for (const wrong of ['10.1.2.3', '10.1.0.0/33', 'hooks.example', 'fd00::/200'])
      expect(() => readSettings({ WEBHOOK_NETWORKS: wrong }), wrong).toThrow(/^WEBHOOK_NETWORKS: /)
  })

  it('of a public shop must name the demo and the test cards explicitly, and report what is for testing only', () => {
    const trialOf = (env: Record<string, string>) => readSettings({ ...PUBLIC, ...env }).publicTrial
    expect(trialOf({ DEMO: 'on' })).toEqual(['demo', 'testCards'])
    expect(trialOf({})).toEqual(['testCards'])
    const cardcom = {
      PAYMENT_PROVIDER: 'cardcom',
      CARDCOM_TERMINAL: '1',
      CARDCOM_API_NAME: 'n'.repeat(8),
      CARDCOM_API_PASSWORD: 'p'.repeat(12),
    }
    expect(trialOf({ ...cardcom, DEMO: 'on' })).toEqual(['demo'])
    expect(trialOf(cardcom)).toEqual([])
    expect(trialOf({ ...cardcom, DEMO: '', DATABASE_URL: 'postgresql://db/shura' })).toEqual([])
    for (const here of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:4321'])
      expect(readSettings({ PUBLIC_ORIGIN: here })).toMatchObject({ demo: true, paymentProvider: 'sandbox', publicTrial: [] })
  })

  it('of npm start let the demo’s customers cancel on this machine, and no others', () => {
    expect(demoSettings({})).toEqual({ CUSTOMER_CANCELLATION: 'on' })
    expect(demoSettings({ DEMO: 'on', DATABASE_URL: 'postgresql://db/shura', PUBLIC_ORIGIN: 'http://localhost:1' })).toEqual({
      CUSTOMER_CANCELLATION: 'on',
    })
    const others = [{ DEMO: 'off' }, { DATABASE_URL: 'postgresql://db/shura' }, { PUBLIC_ORIGIN: 'https://tickets.example' }]
    for (const given of [...others, { PUBLIC_ORIGIN: 'http://localhost.evil.example' }, { CUSTOMER_CANCELLATION: 'off' }])
      expect(demoSettings(given)).toEqual({})
  })

  it('keep films in a bucket if its address and key are given, by https alone', () => {
    const given = { VOD_S3_URL: 'https://s3.example/films', VOD_S3_KEY_ID: 'key', VOD_S3_SECRET: 'secret' }
    expect(readSettings({}).filmBucket).toBeUndefined()
    expect(readSettings(given).filmBucket).toEqual({
      url: 'https://s3.example/films/',
      region: 'us-east-1',
      keyId: 'key',
      secret: 'secret',
    })
    const wrong = { VOD_S3_URL: 'http://s3.example/films', VOD_S3_KEY_ID: '', VOD_S3_SECRET: '' }
    for (const name of Object.keys(wrong)) expect(() => readSettings({ ...given, [name]: wrong[name as keyof typeof wrong] })).toThrow(name)
    expect(() => readSettings({ ...given, VOD_S3_URL: 'https://s3.example/films?key=1' })).toThrow('VOD_S3_URL')
  })

  it('treat an empty value as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4321, databaseUrl: undefined })
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ HOLD_SECONDS: '0' }, 'HOLD_SECONDS'],
    [{ PUBLIC_ORIGIN: 'ftp://tickets.example', SECRET }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'https://tickets.example' }, 'SECRET'],
    [{ ...PUBLIC, CAPTCHA_PROVIDER: 'off' }, 'CAPTCHA_PROVIDER'],
    [{ ...PUBLIC, DEMO: '' }, 'DEMO'],
    [{ ...PUBLIC, PAYMENT_PROVIDER: '' }, 'PAYMENT_PROVIDER'],
    [{ SECRET: 'short' }, 'SECRET'],
    [{ DATABASE_URL: 'postgresql://db/shura' }, 'SECRET'],
    [{ MAIL_PROVIDER: 'smtp' }, 'SMTP_URL'],
    [{ PAYMENT_PROVIDER: 'cash' }, 'PAYMENT_PROVIDER'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
    [{ LOCALES: 'he,xx' }, 'LOCALES'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ BRAND_ACCENT: 'red' }, 'BRAND_ACCENT'],
    [{ EXTERNAL_REDIRECT: 'everywhere' }, 'EXTERNAL_REDIRECT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ TRUSTED_PROXY: '-1' }, 'TRUSTED_PROXY'],
    [{ HOLDS_PER_NETWORK: '0' }, 'HOLDS_PER_NETWORK'],
    [{ ADDRESS_LIMIT_FACTOR: '0.5' }, 'ADDRESS_LIMIT_FACTOR'],
  ])('reject %o, naming %s', (env, name) => {
    expect(() => readSettings(env)).toThrow(SettingsError)
    expect(() => readSettings(env)).toThrow(name)
  })

  it.each([
    [{}, 0],
    [{ TRUSTED_PROXY: 'off' }, 0],
    [{ TRUSTED_PROXY: 'on' }, 1],
    [{ TRUSTED_PROXY: '2' }, 2],
  ])('of %o trust %i proxies', (env, count) => {
    expect(readSettings(env).trustedProxies).toBe(count)
  })

  it.each([
    [{}, true],
    [{ DATABASE_URL: 'postgresql://db/shura', SECRET }, false],
    [{ DATABASE_URL: 'postgresql://db/shura', SECRET, DEMO: 'on' }, true],
    [{ DEMO: 'off' }, false],
  ])('of %o set the demo catalogue to %s', (env, demo) => {
    expect(readSettings(env).demo).toBe(demo)
  })

  it('R9.33 choose the captcha: altcha if the shop is public', () => {
    expect(readSettings(PUBLIC).captchaProvider).toBe('altcha')
    expect(readSettings({ CAPTCHA_PROVIDER: 'altcha' }).captchaProvider).toBe('altcha')
    expect(readSettings({}).captchaProvider).toBe('off')
  })

  it('R9.29 expire e-tickets with the show by default', () => {
    expect(readSettings({}).ticketGraceMinutes).toBe(0)
    expect(readSettings({ TICKET_GRACE_MINUTES: '30' }).ticketGraceMinutes).toBe(30)
  })

  it('that are invalid end the app with code 2 and a line each', async () => {
    const app = await startProgram({ PORT: 'eighty', MAIL_PROVIDER: 'pigeon' })
    const { code, stderr, stdout } = await app.finished
    expect(code).toBe(2)
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['PORT', 'MAIL_PROVIDER'])
    expect(stdout).toBe('')
  })
})
