/** A mail ready to be sent. */
export interface Mail {
  /** Constant across retries, so that receivers can recognise duplicates. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly Attachment[]
}

/** An attached file. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

/** The receiving side refused permanently; a retry would change nothing. */
export class MessageRefused extends Error {}

export interface MailProvider {
  readonly name: string
  /**
   * Sends a mail; resolves once it is accepted.
   * @throws {MessageRefused} if it will never be accepted; any other error means retry later
   */
  send(mail: Mail): Promise<void>
}
