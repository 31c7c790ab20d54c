import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Credentials for signing wallet passes. A wallet without settings is not offered. */

const text = z.string().trim().min(1)

const walletEnvironment = z.object({
  APPLE_PASS_CERTIFICATE: text.optional(),
  APPLE_PASS_KEY: text.optional(),
  APPLE_PASS_KEY_PASSPHRASE: text.optional(),
  APPLE_PASS_WWDR: text.optional(),
  GOOGLE_WALLET_ISSUER: text.optional(),
  GOOGLE_WALLET_KEY: text.optional(),
})

type Given = z.output<typeof walletEnvironment>

/** A pass type certificate of an Apple developer account, as PEM texts. */
export interface AppleWalletSettings {
  readonly certificate: string
  readonly key: string
  readonly passphrase: string | undefined
  /** Apple's intermediate certificate that signed it. */
  readonly wwdr: string
  readonly passTypeIdentifier: string
  readonly teamIdentifier: string
  /** Ms since 1970; phones refuse passes signed later. */
  readonly validUntil: number
}

/** An issuer of the Google Wallet API and the service account that signs for it. */
export interface GoogleWalletSettings {
  readonly issuerId: string
  readonly clientEmail: string
  /** PEM, RSA. */
  readonly privateKey: string
}

export interface WalletSettings {
  readonly apple: AppleWalletSettings | undefined
  readonly google: GoogleWalletSettings | undefined
}

const serviceAccount = z.object({ client_email: z.string().min(1), private_key: z.string().min(1) })

/** The settings of an environment and their problems, one line each, beginning with the variable's name. */
export function readWalletSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly wallets: WalletSettings
  readonly problems: readonly string[]
} {
  const given = walletEnvironment.parse(env)
  const problems: string[] = []
  const apple = readApple(given, problems)
  const google = readGoogle(given, problems)
  return { wallets: { apple, google }, problems }
}

function readApple(given: Given, problems: string[]): AppleWalletSettings | undefined {
  const names = ['APPLE_PASS_CERTIFICATE', 'APPLE_PASS_KEY', 'APPLE_PASS_WWDR'] as const
  if (names.every((name) => given[name] === undefined)) return undefined
  const [certificate, key, wwdr] = names.map((name) => readFileOf(name, given[name], problems))
  if (certificate === undefined || key === undefined || wwdr === undefined) return undefined
  try {
    const signer = new X509Certificate(certificate)
    const passphrase = given.APPLE_PASS_KEY_PASSPHRASE
    const privateKey = createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) })
    if (!signer.checkPrivateKey(privateKey)) problems.push('APPLE_PASS_KEY: is not the key of APPLE_PASS_CERTIFICATE')
    if (!signer.verify(new X509Certificate(wwdr).publicKey)) problems.push('APPLE_PASS_WWDR: did not sign APPLE_PASS_CERTIFICATE')
    const [passTypeIdentifier, teamIdentifier] = [partOf(signer.subject, 'UID'), partOf(signer.subject, 'OU')]
    if (passTypeIdentifier === undefined || teamIdentifier === undefined) {
      problems.push('APPLE_PASS_CERTIFICATE: is no pass type certificate; its subject names no UID and OU')
      return undefined
    }
    const validUntil = Date.parse(signer.validTo)
    return { certificate, key, passphrase, wwdr, passTypeIdentifier, teamIdentifier, validUntil }
  } catch (error) {
    problems.push(`APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_PASS_WWDR: PEM files are needed (${sentenceOf(error)})`)
    return undefined
  }
}

function readGoogle(given: Given, problems: string[]): GoogleWalletSettings | undefined {
  const { GOOGLE_WALLET_ISSUER: issuerId, GOOGLE_WALLET_KEY: path } = given
  if (issuerId === undefined && path === undefined) return undefined
  if (issuerId === undefined || !/^\d{1,30}$/.test(issuerId)) {
    problems.push('GOOGLE_WALLET_ISSUER: the digits of an issuer id are needed with GOOGLE_WALLET_KEY')
  }
  const file = readFileOf('GOOGLE_WALLET_KEY', path, problems)
  if (file === undefined || issuerId === undefined) return undefined
  try {
    const account = serviceAccount.parse(JSON.parse(file))
    createPrivateKey(account.private_key)
    return { issuerId, clientEmail: account.client_email, privateKey: account.private_key }
  } catch {
    problems.push('GOOGLE_WALLET_KEY: the JSON key file of a service account is needed, with client_email and private_key')
    return undefined
  }
}

function readFileOf(name: keyof Given, path: string | undefined, problems: string[]): string | undefined {
  if (path === undefined) {
    problems.push(`${name}: a file is needed beside the other settings of the same wallet`)
    return undefined
  }
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    problems.push(`${name}: the file cannot be read (${sentenceOf(error)})`)
    return undefined
  }
}

/** A field of a certificate's subject, which Node formats one per line. */
function partOf(subject: string, name: string): string | undefined {
  return subject
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** Reports only the kind of error: file system messages contain paths. */
function sentenceOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'not readable'
}
