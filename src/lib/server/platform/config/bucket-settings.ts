import { z } from 'zod'
import { LOOPBACK_HOST } from './loopback.ts'

/** Settings of the S3-compatible store in which films may be kept. */

const text = z.string().trim().min(1)

export const bucketEnvironment = {
  VOD_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  VOD_S3_REGION: text.default('us-east-1'),
  VOD_S3_KEY_ID: text.optional(),
  VOD_S3_SECRET: text.optional(),
}

type Given = z.output<z.ZodObject<typeof bucketEnvironment>>

export interface BucketSettings {
  /** Address of the bucket, with a slash at its end: its name is in the host or the path. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** Missing or invalid settings; each line begins with the variable's name. */
export function bucketProblems({ VOD_S3_URL: url, VOD_S3_KEY_ID: keyId, VOD_S3_SECRET: secret }: Given): string[] {
  if (url === undefined)
    return keyId === undefined && secret === undefined ? [] : ['VOD_S3_URL: needed with VOD_S3_KEY_ID and VOD_S3_SECRET']
  const { protocol, hostname, search, username } = new URL(url)
  return [
    protocol !== 'https:' && !LOOPBACK_HOST.test(hostname) && 'VOD_S3_URL: an https address is needed (http only on this machine)',
    (search !== '' || username !== '') && 'VOD_S3_URL: the address of a bucket alone, without a key or a query',
    keyId === undefined && 'VOD_S3_KEY_ID: needed with VOD_S3_URL',
    secret === undefined && 'VOD_S3_SECRET: needed with VOD_S3_URL',
  ].filter((problem) => problem !== false)
}

/** undefined: films are in the data directory alone. */
export function readBucketSettings({
  VOD_S3_URL: url,
  VOD_S3_REGION: region,
  VOD_S3_KEY_ID: keyId,
  VOD_S3_SECRET: secret,
}: Given): BucketSettings | undefined {
  return url === undefined || keyId === undefined || secret === undefined
    ? undefined
    : { url: url.replace(/\/*$/, '/'), region, keyId, secret }
}
