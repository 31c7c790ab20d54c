import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { lookupsOf, ssnIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import type { CustomerItem } from '#lib/server/import/schema/customer-schema.ts'
import { readPictureHead } from './picture-size.ts'
import type { Sourced } from './read-catalogue.ts'
import { findBeside, readBytes, type ReadingBeside } from './read-file.ts'
import { inside, type ImportNotes } from './report.ts'

/** A customer in database form. */
export interface ReadCustomer extends Omit<CustomerItem, 'ssn' | 'mobileNumber' | 'email' | 'photo' | 'dateOfBirth' | 'passwordHash'> {
  readonly mobileNumber: string | null
  readonly email: string
  readonly dateOfBirth: string | null
  readonly passwordHash: string | null
  readonly ssn: {
    readonly indexes: readonly string[]
    readonly hidden: Buffer
    readonly lookups: readonly string[]
  } | null
  readonly photo: { readonly bytes: Buffer; readonly mediaType: string } | null
}

/** Duplicate numbers, ID numbers or proved addresses are problems, as are customers with none of them. */
export async function readCustomers(
  customers: readonly Sourced<CustomerItem>[],
  folders: ReadonlyMap<string, string | undefined>,
  notes: ImportNotes,
): Promise<Sourced<ReadCustomer>[]> {
  const seen = new Set<string>()
  const read: Sourced<ReadCustomer>[] = []
  for (const { item, place } of customers) {
    const customer = await readCustomer(item, { folder: folders.get(place.file), place, notes })
    const names = namesOf(customer)
    if (names.length === 0) notes.problem(place, 'has neither a mobile number nor an ID number nor a proved address')
    if (names.some((name) => seen.has(name))) notes.problem(place, 'has the number or address of another before it')
    names.forEach((name) => seen.add(name))
    read.push({ item: customer, place })
  }
  return read
}

function namesOf({ mobileNumber, ssn, email, isEmailProved }: ReadCustomer): string[] {
  return [mobileNumber ?? '', ssn?.indexes[0] ?? '', isEmailProved ? email.toLowerCase() : ''].filter((name) => name !== '')
}

async function readCustomer(item: CustomerItem, { folder, place, notes }: ReadingBeside): Promise<ReadCustomer> {
  const mobileNumber = item.mobileNumber ? normaliseMobileNumber(item.mobileNumber) : null
  if (mobileNumber === undefined) notes.problem(inside(place, 'mobileNumber'), 'is no Israeli mobile number')
  const ssn = item.ssn ? normaliseIsraeliId(item.ssn) : null
  if (ssn === undefined) notes.problem(inside(place, 'ssn'), 'is no Israeli ID number')
  if (item.passwordHash && !item.isEmailProved)
    notes.problem(inside(place, 'passwordHash'), 'is of no use without an address that is proved')
  return {
    ...item,
    mobileNumber: mobileNumber ?? null,
    email: item.email ?? '',
    isEmailProved: item.isEmailProved && item.email != null,
    dateOfBirth: item.dateOfBirth ?? null,
    passwordHash: item.passwordHash ?? null,
    ssn: ssn ? hiddenSsn(ssn) : null,
    photo: item.photo ? await readPhoto(item.photo, { folder, place: inside(place, 'photo'), notes }) : null,
  }
}

function hiddenSsn(ssn: string): ReadCustomer['ssn'] {
  const lookups = [...lookupsOf('member', ssn), ...lookupsOf('senior', ssn)]
  return { indexes: ssnIndexesOf(ssn), hidden: encryptText(ssn), lookups }
}

async function readPhoto(photo: NonNullable<CustomerItem['photo']>, beside: ReadingBeside): Promise<ReadCustomer['photo']> {
  const bytes = 'base64' in photo ? Buffer.from(photo.base64, 'base64') : await photoFile(photo.file, beside)
  if (bytes === undefined) return null
  const head = typeof bytes === 'string' ? undefined : readPictureHead(bytes)
  if (head && typeof bytes !== 'string') return { bytes, mediaType: head.mediaType }
  beside.notes.problem(beside.place, typeof bytes === 'string' ? bytes : 'is no PNG, JPEG or WebP picture')
  return null
}

async function photoFile(file: string, beside: ReadingBeside): Promise<Buffer | string | undefined> {
  const path = findBeside(file, beside)
  return path === undefined ? undefined : readBytes(path)
}
