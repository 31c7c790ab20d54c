import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'

const { pki } = forge

export const PASS_TYPE = 'pass.example.shura.ticket'
export const TEAM = 'SHURATEAM1'
export const ISSUER = '3388000000022233344'
export const PASSPHRASE = 'the key is under the mat'

interface Certificate {
  readonly certificate: forge.pki.Certificate
  readonly key: forge.pki.rsa.PrivateKey
}

/** Settings of both wallets with keys made for the test; `publicKey` verifies signatures of Google's service account. */
export interface WalletFiles {
  readonly env: Readonly<Record<string, string>>
  readonly publicKey: string
}

/** Writes a certificate chain and a service account's key into a separate directory. */
export async function makeWalletFiles(validUntil = new Date('2040-01-01')): Promise<WalletFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'shura-wallet-'))
  await mkdir(directory, { recursive: true })
  const root = issue([{ name: 'commonName', value: 'Test Relations Certification Authority' }], validUntil)
  const subject = [
    { type: '0.9.2342.19200300.100.1.1', value: PASS_TYPE },
    { name: 'commonName', value: `Pass Type ID: ${PASS_TYPE}` },
    { shortName: 'OU', value: TEAM },
  ]
  const signer = issue(subject, validUntil, root)
  const account = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const files = {
    APPLE_PASS_CERTIFICATE: pki.certificateToPem(signer.certificate),
    APPLE_PASS_KEY: pki.encryptRsaPrivateKey(signer.key, PASSPHRASE, { algorithm: 'aes256' }),
    APPLE_PASS_WWDR: pki.certificateToPem(root.certificate),
    GOOGLE_WALLET_KEY: JSON.stringify({
      client_email: 'shop@example.iam.gserviceaccount.com',
      private_key: account.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  }
  const paths = await Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const path = join(directory, name)
      await writeFile(path, content)
      return [name, path] as const
    }),
  )
  return {
    env: { ...Object.fromEntries(paths), APPLE_PASS_KEY_PASSPHRASE: PASSPHRASE, GOOGLE_WALLET_ISSUER: ISSUER },
    publicKey: account.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

function issue(subject: forge.pki.CertificateField[], validUntil: Date, by?: Certificate): Certificate {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = pki.privateKeyFromPem(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = by ? '02' : '01'
  certificate.validity.notBefore = new Date('2024-01-01')
  certificate.validity.notAfter = validUntil
  certificate.setSubject(subject)
  certificate.setIssuer(by ? by.certificate.subject.attributes : subject)
  if (!by) certificate.setExtensions([{ name: 'basicConstraints', cA: true }])
  certificate.sign(by?.key ?? key, forge.md.sha256.create())
  return { certificate, key }
}
