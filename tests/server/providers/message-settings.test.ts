import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '#lib/server/platform/config/settings.ts'

/** The names of the invalid variables. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.message.split('\n').map((line) => line.split(':')[0] ?? '')
  }
}

const GATEWAY = { SMS_PROVIDER: 'http', SMS_HTTP_URL: 'https://sms.example/send', SMS_HTTP_BODY: '{"to":"{{to}}","text":"{{text}}"}' }

describe('the settings of mail and SMS', () => {
  it('need nothing for the built-in outbox', () => {
    expect(readSettings({})).toMatchObject({ mailProvider: 'outbox', smsProvider: 'outbox', sms019: undefined, smsHttp: undefined })
  })

  it('name what is missing for 019', () => {
    expect(problemsOf({ SMS_PROVIDER: '019' })).toEqual(['SMS_019_USERNAME', 'SMS_019_TOKEN', 'SMS_SENDER'])
    const account = { SMS_PROVIDER: '019', SMS_019_USERNAME: 'u', SMS_019_TOKEN: 't', SMS_SENDER: 'Shura' }
    expect(problemsOf(account)).toEqual([])
    expect(problemsOf({ ...account, SMS_SENDER: 'שורה', SMS_019_API_BASE: 'https://sms.example' })).toEqual([
      'SMS_SENDER',
      'SMS_019_API_BASE',
    ])
  })

  it('name what is missing for a gateway', () => {
    expect(problemsOf(GATEWAY)).toEqual([])
    expect(problemsOf({ SMS_PROVIDER: 'http' })).toEqual(['SMS_HTTP_URL', 'SMS_HTTP_BODY', 'SMS_HTTP_BODY', 'SMS_HTTP_BODY'])
    expect(problemsOf({ ...GATEWAY, SMS_HTTP_URL: 'http://sms.example/' })).toEqual(['SMS_HTTP_URL'])
    expect(problemsOf({ ...GATEWAY, SMS_HTTP_HEADERS: 'Authorization: x' })).toEqual(['SMS_HTTP_HEADERS'])
    expect(problemsOf({ ...GATEWAY, SMS_HTTP_BODY: '{"to":"{{to}}","text":{{text}}}' })).toEqual(['SMS_HTTP_BODY'])
    expect(problemsOf({ ...GATEWAY, SMS_HTTP_BODY: '{"to":"{{to}}","text":"{{text}}","x":"{{name}}"}' })).toEqual(['SMS_HTTP_BODY'])
    expect(problemsOf({ ...GATEWAY, SMS_HTTP_BODY: '{"to":"{{to}}","text":"{{text}}","x":"{{sender}}"}' })).toEqual(['SMS_SENDER'])
    expect(problemsOf({ ...GATEWAY, SMS_HTTP_HEADERS: '{"Content-Type":"application/octet-stream"}' })).toEqual(['SMS_HTTP_BODY'])
    expect(problemsOf({ ...GATEWAY, SMS_HTTP_OK: '(' })).toEqual(['SMS_HTTP_OK'])
  })

  it('need the address of the mail server', () => {
    expect(problemsOf({ MAIL_PROVIDER: 'smtp' })).toEqual(['SMTP_URL'])
  })
})
