/** The library of passkeys, loaded when the first one is asked for: it takes a quarter of a second and 20 MB, and most starts never need it. */
export function webAuthn(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}
