import { expect, test } from 'vitest'
import { readSettings, SettingsError } from '#lib/server/platform/config/settings.ts'

const GOOGLE = {
  OIDC_PROVIDERS: 'google',
  OIDC_GOOGLE_ISSUER: 'https://accounts.google.com',
  OIDC_GOOGLE_CLIENT_ID: 'client',
  OIDC_GOOGLE_CLIENT_SECRET: 'secret',
}

test('lists providers in order, with their label or their name', () => {
  const read = readSettings({
    ...GOOGLE,
    OIDC_PROVIDERS: 'google, my-bank',
    OIDC_MY_BANK_ISSUER: 'http://127.0.0.1:4000',
    OIDC_MY_BANK_CLIENT_ID: 'c',
    OIDC_MY_BANK_CLIENT_SECRET: 's',
    OIDC_MY_BANK_LABEL: 'הבנק שלי',
  })
  expect(read.socialProviders).toEqual([
    { name: 'google', label: 'Google', issuer: 'https://accounts.google.com', clientId: 'client', clientSecret: 'secret' },
    { name: 'my-bank', label: 'הבנק שלי', issuer: 'http://127.0.0.1:4000', clientId: 'c', clientSecret: 's' },
  ])
  expect(readSettings({}).socialProviders).toEqual([])
})

test.each([
  ['OIDC_GOOGLE_ISSUER', { OIDC_GOOGLE_ISSUER: '' }],
  ['OIDC_GOOGLE_ISSUER', { OIDC_GOOGLE_ISSUER: 'http://accounts.google.com' }],
  ['OIDC_GOOGLE_ISSUER', { OIDC_GOOGLE_ISSUER: 'http://127.0.0.1.evil.example' }],
  ['OIDC_GOOGLE_ISSUER', { OIDC_GOOGLE_ISSUER: 'accounts.google.com' }],
  ['OIDC_GOOGLE_CLIENT_ID', { OIDC_GOOGLE_CLIENT_ID: '' }],
  ['OIDC_GOOGLE_CLIENT_SECRET', { OIDC_GOOGLE_CLIENT_SECRET: '' }],
  ['OIDC_PROVIDERS', { OIDC_PROVIDERS: 'google,google' }],
  ['OIDC_PROVIDERS', { OIDC_PROVIDERS: 'google,sandbox' }],
  ['OIDC_PROVIDERS', { OIDC_PROVIDERS: 'google,../x' }],
])('rejects a wrong %s at the start', (variable, change) => {
  expect(() => readSettings({ ...GOOGLE, ...change })).toThrow(SettingsError)
  expect(() => readSettings({ ...GOOGLE, ...change })).toThrow(new RegExp(`^${variable}: `, 'm'))
})
