/** A short text for a mobile phone; `to` is a number as 05XXXXXXXX. */
export interface Sms {
  /** Constant across retries, so that providers can recognise duplicates. */
  readonly messageId: string
  readonly to: string
  readonly text: string
}

export interface SmsProvider {
  readonly name: string
  /**
   * Sends a text; resolves once it is accepted.
   * @throws {MessageRefused} if it will never be accepted (providers/mail.ts); any other error means retry later
   */
  send(sms: Sms): Promise<void>
}

/** Not accepted now. `code` is for the log and the outbox: never a number, a text or a key. */
export class SmsNotTaken extends Error {
  override readonly name = 'SmsNotTaken'
  readonly code: string
  constructor(code: string) {
    super(`The SMS was not taken (${code}).`)
    this.code = code
  }
}

/** Timeout of one call to a provider, in ms. */
export const SMS_PATIENCE = 9_000

/** Calls a gateway and returns its answer. Drops error messages, which may quote the address with its contents. @throws {SmsNotTaken} */
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
