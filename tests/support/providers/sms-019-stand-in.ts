import { pathToFileURL } from 'node:url'
import { startStandIn, type Answer, type Asked, type StandIn } from './stand-in.ts'

/**
 * A stand-in for the SMS API of 019, after its documents. `node tests/support/providers/sms-019-stand-in.ts` runs it alone; the shop reaches it by
 * SMS_019_API_BASE.
 */

export const ACCOUNT = { username: 'shuraBoxOffice', token: 'stand-in-token', sender: 'Shura' } as const

/** A blocked number. */
export const BLOCKED = '0500000008'

export interface Sms019StandIn extends StandIn {
  readonly texts: readonly { readonly to: string; readonly text: string; readonly source: string; readonly id: string | undefined }[]
  /** Answers every further call with this status; 0: as usual. */
  answerWith(status: number): void
}

export async function startSms019StandIn(port = 0): Promise<Sms019StandIn> {
  const texts: { to: string; text: string; source: string; id: string | undefined }[] = []
  let forced = 0
  const take = ({ headers, body }: Asked): Answer => {
    const sms = smsOf(body)
    const problem = forced || problemOf(sms, headers.authorization)
    if (problem !== 0 || !sms) return { json: { status: problem, message: MESSAGES[problem] ?? 'error' } }
    texts.push(sms)
    return { json: { status: 0, message: 'SMS will be sent', shipment_id: `s${String(texts.length)}` } }
  }
  const standIn = await startStandIn(
    {
      operationOf: ({ path }) => (path === '/api' ? 'send' : undefined),
      answer: (asked) => (asked.path === '/api' && asked.method === 'POST' ? take(asked) : { status: 404, html: 'Not found' }),
      brokenAnswer: { status: 502, html: 'Bad gateway' },
    },
    port,
  )
  return { ...standIn, texts, answerWith: (status) => (forced = status) }
}

const MESSAGES: Readonly<Record<number, string>> = {
  1: 'There was a problem parsing your XML',
  2: 'a field is missing',
  3: 'Username or password is incorrect and API token is invalid',
  4: 'Not enough credit',
  8: 'All numbers are on a blocked list',
  9: 'At least one of the destinations is too short or too long',
  989: 'Message is too long or too short',
  992: 'Source is too long or too short',
  997: 'Not a valid command sent',
}

interface Asking {
  readonly username: string
  readonly source: string
  readonly to: string
  readonly id: string | undefined
  readonly text: string
}

/** The fields of the documents; a phone is a text, or an object of `_` and the attributes in `$`. */
function smsOf(body: string): Asking | undefined {
  const sms = fieldOf(JSON.parse(body), 'sms')
  if (sms === undefined) return undefined
  const phones = fieldOf(fieldOf(sms, 'destinations'), 'phone')
  const phone: unknown = Array.isArray(phones) ? phones[0] : phones
  const id = fieldOf(fieldOf(phone, '$'), 'id')
  return {
    username: textOf(fieldOf(fieldOf(sms, 'user'), 'username')),
    source: textOf(fieldOf(sms, 'source')),
    to: typeof phone === 'string' ? phone : textOf(fieldOf(phone, '_')),
    id: typeof id === 'string' ? id : undefined,
    text: textOf(fieldOf(sms, 'message')),
  }
}

function problemOf(sms: Asking | undefined, authorization = ''): number {
  if (!sms) return 997
  if (authorization !== `Bearer ${ACCOUNT.token}` || sms.username !== ACCOUNT.username) return 3
  if (sms.source === '' || sms.to === '') return 2
  if (!/^[0-9A-Za-z]{1,11}$/.test(sms.source)) return 992
  if (!/^0?5\d{8}$/.test(sms.to)) return 9
  if (sms.to === BLOCKED) return 8
  return sms.text.length > 0 && sms.text.length <= 1005 ? 0 : 989
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { origin } = await startSms019StandIn(Number(process.env.PORT ?? 0))
  process.stdout.write(`${origin}\n`)
}
