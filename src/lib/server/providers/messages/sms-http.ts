import type { HttpSmsSettings } from '#lib/server/platform/config/sms-http-settings.ts'
import { escapingOf, fillTemplate, type SmsValues } from '#lib/server/platform/config/sms-template.ts'
import { MessageRefused } from './mail.ts'
import { callGateway, SMS_PATIENCE, SmsNotTaken, type SmsProvider } from './sms.ts'

/** Any gateway that takes a text by one HTTP call, configured by templates (SMS_HTTP_…). */
export function httpSms(gateway: HttpSmsSettings, patience: number = SMS_PATIENCE): SmsProvider {
  const { url, method, headers, body, sender, isTaken, isRefused } = gateway
  return {
    name: 'http',
    async send({ messageId, to, text }) {
      const values: SmsValues = { to, to972: to.replace(/^0/, '972'), text, sender, id: messageId }
      const answer = await callGateway(
        fillTemplate(url, values, 'form'),
        {
          method,
          headers: headersOf(headers, values),
          ...(body !== undefined && { body: fillTemplate(body, values, escapingOf(headers) ?? 'json') }),
        },
        patience,
      )
      if (isRefused?.test(answer.body)) throw new MessageRefused('The gateway refuses the SMS.', { cause: new SmsNotTaken('refused') })
      if (answer.status < 200 || answer.status > 299) throw new SmsNotTaken(`status ${String(answer.status)}`)
      if (isTaken && !isTaken.test(answer.body)) throw new SmsNotTaken('another answer than SMS_HTTP_OK')
    },
  }
}

/** Percent-encodes values that headers cannot carry: line breaks and non-Latin letters. */
function headersOf(headers: Readonly<Record<string, string>>, values: SmsValues): Record<string, string> {
  const filled = Object.entries(headers).map(([name, template]) => [name, fillTemplate(template, values, 'form')] as const)
  const hasType = filled.some(([name]) => name.toLowerCase() === 'content-type')
  return { ...(hasType ? {} : { 'Content-Type': 'application/json' }), ...Object.fromEntries(filled) }
}
