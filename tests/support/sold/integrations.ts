import { openIntegration } from '#lib/server/integrations/open-integration.ts'
import { addIntegration, type NewIntegration } from '#lib/server/integrations/integrations.ts'
import { signRequest, type SignedRequest } from '#lib/server/integrations/request-key.ts'

/** The secret of the outside systems of tests. */
export const CLUB_SECRET = 'the-secret-of-the-club-in-tests'

let club = 0

/** Adds an outside system to which orders lead back below https://club.example/. @returns its key */
export async function aClub(more: Partial<NewIntegration> = {}): Promise<string> {
  club += 1
  const keyId = `club-${String(club)}`
  await addIntegration(
    { keyId, names: { he: 'מועדון', en: 'Club' }, returnBases: ['https://club.example/'], businessIds: null, ...more },
    CLUB_SECRET,
  )
  return keyId
}

let sent = 0

/** A request such as an outside system makes now, each another one. */
export function requestOf(
  keyId: string,
  { ret, ago = 0, secret = CLUB_SECRET }: { ret?: string; ago?: number; secret?: string } = {},
): SignedRequest {
  sent += 1
  return signRequest({ TS: String(Date.now() - ago), ret: ret ?? `https://club.example/back?ref=${String(sent)}` }, keyId, secret)
}

/** Opens an order of an outside system for a visitor. @returns its integrationId @throws if it is refused */
export async function opened(keyId: string, uuid: string, request: SignedRequest = requestOf(keyId)): Promise<string> {
  const id = await openIntegration(request, uuid)
  if (!id.ok) throw new Error(id.refusal.code)
  return id.value
}
