/** A short text for a mobile phone; `to` is a number as 05XXXXXXXX. */
export interface Sms {
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
