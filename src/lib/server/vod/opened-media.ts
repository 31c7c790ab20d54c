import type { Readable } from 'node:stream'

/** A file as it is sent: whole, or a part of it. */
export interface OpenedMedia {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Bytes that others may be sent too: they are never changed. */
  readonly body: Readable | Buffer | undefined
}

/** What a request asks of a file. */
export interface AskedMedia {
  readonly range: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** A place where films are kept. What is not there is undefined, or false. */
export interface MediaStore {
  open(media: string, file: string, asked: AskedMedia): Promise<OpenedMedia | undefined>
  text(media: string, file: string): Promise<string | undefined>
  has(media: string, file: string): Promise<boolean>
}
