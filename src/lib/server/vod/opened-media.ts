import type { Readable } from 'node:stream'
import type { LentBytes } from './lent-bytes.ts'

/** A file as it is sent: whole, or a part of it. */
export interface OpenedMedia {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  /** The caller must send it, and otherwise destroy the stream or give the bytes back. */
  readonly body: Readable | LentBytes | undefined
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
