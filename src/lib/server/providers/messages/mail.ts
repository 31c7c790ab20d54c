/** A letter that is ready to go. */
export interface Mail {
  /** Stays the same however often the letter is tried, so that a receiver can tell a second copy. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly Attachment[]
}

/** A file that goes with a letter. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

/** The receiver's side said no for good; another try would change nothing. */
export class MessageRefused extends Error {}

export interface MailProvider {
  readonly name: string
  /**
   * Hands a letter over; when this returns it has been taken.
   * @throws {MessageRefused} where it will never be taken. Any other error means: later again.
   */
  send(mail: Mail): Promise<void>
}
