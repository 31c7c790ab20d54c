import type { SignInWay } from '#lib/client/sign-in/sign-in-state.ts'

/** A heading of the level that the place wants. */
export type Heading = 'h1' | 'h2' | 'h3'

/** The title of the login form, by the way in. */
export const LOGIN_TITLES: Readonly<Record<SignInWay, string>> = {
  mobile: 'title',
  ssn: 'ssnTitle',
  password: 'passwordTitle',
  link: 'linkTitle',
}
