import { z } from 'zod'
import { writtenAs } from './write-issue.ts'
import { date, fileName } from './value-schema.ts'

/** Customers that the box office already knows. */

const line = z.string().trim().max(120)

export const customer = z
  .strictObject({
    mobileNumber: z.string().trim().max(30).nullish().describe('The Israeli mobile number that sign-in codes go to.'),
    ssn: z.string().trim().max(20).nullish().describe('An Israeli ID number. Kept encrypted, found by a keyed hash.'),
    email: z.email().max(200).nullish(),
    isEmailProved: z.boolean().default(false).describe('Whether the address is known to be theirs: only then it signs in.'),
    firstName: line.default(''),
    lastName: line.default(''),
    phoneNumber: line.default(''),
    address1: line.default(''),
    address2: line.default(''),
    city: line.default(''),
    postalCode: line.default(''),
    dateOfBirth: date.nullish(),
    licensePlateNumber: line.default(''),
    allowsSms: z.boolean().default(false),
    allowsEmail: z.boolean().default(false),
    allowsMailing: z.boolean().default(false),
    passwordHash: z
      .string()
      .regex(
        /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/,
        writtenAs('an argon2id hash in PHC form, which begins with $argon2id$'),
      )
      .nullish()
      .describe('An argon2id hash in PHC form; only with an address that is proved.'),
    photo: z
      .union([
        z.strictObject({ file: fileName }),
        z.strictObject({
          base64: z
            .string()
            .max(1_400_000)
            .regex(/^[A-Za-z0-9+/]+={0,2}$/, writtenAs('the bytes of a picture in base64')),
        }),
      ])
      .nullish()
      .describe('A PNG, JPEG or WebP picture, at most 1 MB.'),
    providerFlag: z.unknown().optional().describe('Opaque: of the system that they come from.'),
  })
  .describe(
    'A customer, known by mobile number, ID number or proved address. Of one who is known already only the photo, the plate and the flag are written: the rest is theirs.',
  )

export type CustomerItem = z.output<typeof customer>
