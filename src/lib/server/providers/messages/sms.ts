/** A short text for a mobile phone; `to` is a number as 05XXXXXXXX. */
export interface Sms {
  /** Stays the same however often the text is tried, so that a provider can tell a second copy. */
  readonly messageId: string
  readonly to: string
  readonly text: string
}

export interface SmsProvider {
  readonly name: string
  /**
   * Hands a text over; when this returns it has been taken.
   * @throws {MessageRefused} where it will never be taken (providers/mail.ts). Any other error means: later again.
   */
  send(sms: Sms): Promise<void>
}

/** Not taken now. `code` is what the log and the outbox say of it: never a number, a text or a key. */
export class SmsNotTaken extends Error {
  override readonly name = 'SmsNotTaken'
  readonly code: string
  constructor(code: string) {
    super(`The SMS was not taken (${code}).`)
    this.code = code
  }
}

/** How long one call of a provider may take, in ms. */
export const SMS_PATIENCE = 9_000

/** What one call answered; nothing of an error's own words, which may quote the address with what is in it. @throws {SmsNotTaken} */
export async function callGateway(
  url: string | URL,
  init: RequestInit,
  patience: number,
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) })
    return { status: answer.status, body: (await answer.text()).slice(0, 20_000) }
  } catch (error) {
    throw new SmsNotTaken(error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection')
  }
}
