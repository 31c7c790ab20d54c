import { isSigned, signCode, ticketPublicKeys } from './ticket-codes.ts'

/**
 * The text in a membership card's QR code: `m1.memberNumber.membershipId.end.signature`, signed by the key of the tickets. A gate with the public key knows offline
 * whose card it is, of which membership and until when; the balance, and whether it was cancelled since, only the shop knows.
 */
export interface MemberCode {
  readonly memberNumber: string
  /** null: a membership that the catalogue does not describe. */
  readonly membershipId: number | null
  /** ms since 1970; null: no bound. */
  readonly endsAt: number | null
}

const VERSION = 'm1'
const CODE = /^m1\.([^.]{1,360})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,11})\.([0-9A-Za-z_-]{86})$/
const SECOND = 1_000

/** The end is in whole seconds; 0 stands for no bound, and for no membership of the catalogue. */
export function signMemberCode({ memberNumber, membershipId, endsAt }: MemberCode): string {
  const number = encodeURIComponent(memberNumber).replaceAll('.', '%2E')
  return signCode([VERSION, number, String(membershipId ?? 0), String(Math.floor((endsAt ?? 0) / SECOND))].join('.'))
}

/**
 * Parses and verifies a scanned code.
 * @param publicKeys PEMs of `ticketPublicKeys`; default: this process's own
 * @returns undefined if we did not sign this exact text
 */
export function verifyMemberCode(text: string, publicKeys: readonly string[] = ticketPublicKeys()): MemberCode | undefined {
  const [, number, membershipId, end, signature] = CODE.exec(text) ?? []
  if (number === undefined || membershipId === undefined || end === undefined || signature === undefined) return undefined
  if (!isSigned([VERSION, number, membershipId, end].join('.'), signature, publicKeys)) return undefined
  return {
    memberNumber: decodeURIComponent(number),
    membershipId: Number(membershipId) || null,
    endsAt: Number(end) * SECOND || null,
  }
}
