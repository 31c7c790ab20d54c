import { importSPKI, jwtVerify } from 'jose'
import { beforeAll, expect, test, vi } from 'vitest'
import { membersOfCustomer } from '#lib/server/customers/account/customer-members.ts'
import { drawFile } from '#lib/server/documents/drawing/drawings.ts'
import { codeOfOwnMember, memberCardOf } from '#lib/server/documents/member-card.ts'
import { signMemberCode, verifyMemberCode } from '#lib/server/documents/member-codes.ts'
import { signTicketCode, ticketPublicKey, verifyTicketCode } from '#lib/server/documents/ticket-codes.ts'
import { cardsOfCustomer } from '#lib/server/entitlements/order-members.ts'
import { signMemberPass } from '#lib/server/documents/wallet/apple-pass.ts'
import { googleLinkOfCard } from '#lib/server/documents/wallet/google-wallet.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { readWalletSettings } from '#lib/server/platform/config/wallet-settings.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { paintedPages } from '#tests/support/pdf.ts'
import { ISSUER, makeWalletFiles, PASS_TYPE, type WalletFiles } from '#tests/support/providers/wallet-certificates.ts'
import { readZip } from '#tests/support/read-zip.ts'
import { ADULT, addMemberships, boughtMembers, buyMemberships, EIGHT, TOPPABLE, TWELVE } from '#tests/support/sold/memberships.ts'

const house = openCancelHouse()
let files: WalletFiles
let documentKey = ''
beforeAll(async () => {
  await addMemberships()
  files = await makeWalletFiles()
  vi.spyOn(settings(), 'wallets', 'get').mockReturnValue(readWalletSettings(files.env).wallets)
})

/** Buys a membership of eight entries. @returns its number and its card */
async function bought() {
  const made = await buyMemberships(await newVisitor(), [{ ...ADULT, name: 'דנה כץ', additionalName: 'אורי כץ' }], EIGHT)
  if (!made.ok) throw new Error(made.refusal.code)
  const { rows } = await database().query<{ key: string }>('SELECT document_key AS key FROM orders WHERE reservation_identifier = $1', [
    made.value.reservationIdentifier,
  ])
  documentKey = rows[0]?.key ?? ''
  const card = await memberCardOf(documentKey, '1')
  if (!card) throw new Error('There is no card.')
  return { number: (await boughtMembers()).at(-1)?.memberNumber ?? '', card }
}

const CODE = { memberNumber: 'א.7/b', membershipId: 21, endsAt: 1_900_000_000_000 }

test.each([[CODE], [{ memberNumber: '700123', membershipId: null, endsAt: null }]])(
  'the code of a card says by the public key alone whose it is, of what and until when: %o',
  (said) => {
    expect(verifyMemberCode(signMemberCode(said), [ticketPublicKey()])).toEqual(said)
  },
)

test('a code that was changed, of another key, or of a ticket is no card, and no card is a ticket', () => {
  const code = signMemberCode(CODE)
  const [version, number, membership, end, signature = ''] = code.split('.')
  const forged = [
    [version, '700124', membership, end, signature],
    [version, number, '22', end, signature],
    [version, number, membership, '1999999999', signature],
    [version, number, membership, end, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
    [version, number, membership, end],
  ].map((parts) => parts.join('.'))
  const ticket = signTicketCode({ ticketIdentifier: 'ABCDEFGH', presentationId: 1 })
  expect([...forged, ticket, `${code}.1`, ''].map((text) => verifyMemberCode(text))).toEqual(Array(8).fill(undefined))
  expect(verifyMemberCode(code, [])).toBeUndefined()
  expect(verifyTicketCode(code)).toBeUndefined()
})

test('a card is a page to print and a pass of both wallets, with the signed code of its number', async () => {
  const { number, card } = await bought()
  expect(verifyMemberCode(card.code)).toMatchObject({ memberNumber: number, membershipId: 1 })

  const drawn = await drawFile({ kind: 'memberCard', card, locale: 'he' }, null)
  const pages = drawn.ok ? paintedPages(drawn.value) : []
  expect(pages).toHaveLength(1)
  expect(pages[0]).toContain(number)

  const entries = readZip(await signMemberPass(card, 'he'))
  expect([...entries.keys()]).toEqual(expect.arrayContaining(['manifest.json', 'pass.json', 'signature']))
  expect(JSON.parse(String(entries.get('pass.json')))).toMatchObject({
    passTypeIdentifier: PASS_TYPE,
    serialNumber: `member-${number}`,
    barcodes: [{ message: card.code, altText: number }],
    generic: {
      primaryFields: [{ value: 'מנוי 1' }],
      secondaryFields: [{ value: 'דנה כץ' }],
      auxiliaryFields: [{ value: number }, { value: 'אורי כץ' }, {}],
    },
  })

  const token = (await googleLinkOfCard(card, 'he')).split('/').at(-1) ?? ''
  expect(token.length).toBeLessThanOrEqual(1_800)
  const { payload } = await jwtVerify(token, await importSPKI(files.publicKey, 'RS256'), { audience: 'google' })
  expect(payload).toMatchObject({
    payload: {
      genericObjects: [{ id: `${ISSUER}.m-${number}`, barcode: { value: card.code }, header: { defaultValue: { value: 'מנוי 1' } } }],
    },
  })
  const long = 'שם ארוך מאוד של מנוי '.repeat(10)
  const short = (await googleLinkOfCard({ ...card, name: long, holderName: long }, 'he')).split('/').at(-1) ?? ''
  expect(short.length).toBeLessThanOrEqual(1_800)
  expect(Buffer.from(short.split('.')[1] ?? '', 'base64url').toString()).toContain(card.code)
})

test('there is no card for another key, another place, or a membership that has ended', async () => {
  const { number } = await bought()
  for (const at of ['2', '0', '01', '1.5', 'x', '']) expect(await memberCardOf(documentKey, at)).toBeUndefined()
  expect(await memberCardOf(`${documentKey.slice(0, -1)}_`, '1')).toBeUndefined()
  await database().query(`UPDATE entitlement SET ends_at = now() - interval '1 minute' WHERE public_code = $1`, [number])
  expect(await memberCardOf(documentKey, '1')).toBeUndefined()
})

test('the area shows the codes that the cards have, and leads to the card of each in the order that brought it', async () => {
  const { customerId, visitor } = house.noa
  const made = await buyMemberships(visitor.uuid, [{ ...ADULT, name: 'דנה כץ', additionalName: 'אורי כץ' }, TOPPABLE], EIGHT + TWELVE)
  expect(made.ok).toBe(true)
  const members = (await membersOfCustomer(customerId, visitor.uuid)).filter(({ membershipId }) => membershipId !== null)
  const cards = await cardsOfCustomer(customerId)
  const ofCards = members.map(async ({ memberNumber }) => {
    const { documentKey: key = '', at = 0 } = cards.get(memberNumber) ?? {}
    return memberCardOf(key, String(at))
  })
  const found = await Promise.all(ofCards)
  expect(found.map((card) => [card?.memberNumber, card?.additionalName, verifyMemberCode(card?.code ?? '')])).toEqual(
    members.map((member) => [member.memberNumber, member.additionalName, verifyMemberCode(codeOfOwnMember(member, Date.now()) ?? '')]),
  )
  expect(members.map(({ memberNumber }) => cards.get(memberNumber)?.at).toSorted()).toEqual([1, 2])
  const [member] = members
  const gone = [{ balance: 0 }, { endDate: new Date(Date.now() - 1).toISOString() }]
  for (const change of gone) expect(member && codeOfOwnMember({ ...member, ...change }, Date.now())).toBeUndefined()
})
