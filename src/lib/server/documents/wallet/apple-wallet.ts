import { settings } from '#lib/server/platform/config/settings.ts'

/** The file type of a download: one pass, or a bundle. */
export function appleFileType(count: number): { readonly type: string; readonly extension: string } {
  return count === 1
    ? { type: 'application/vnd.apple.pkpass', extension: 'pkpass' }
    : { type: 'application/vnd.apple.pkpasses', extension: 'pkpasses' }
}

/** Whether passes can be signed: settings exist and the certificate is valid. */
export function offersAppleWallet(now: number = Date.now()): boolean {
  const { apple } = settings().wallets
  return apple !== undefined && now < apple.validUntil
}
