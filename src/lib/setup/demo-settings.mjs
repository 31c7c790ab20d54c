// Settings of the local demo that are off by default in a shop.

const ON_THIS_MACHINE = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/i

/**
 * Adds the local demo's settings to the given ones: customers may cancel their orders.
 * @param {Readonly<Record<string, string | undefined>>} given
 * @returns {Record<string, string>}
 */
export function demoSettings({ DEMO, DATABASE_URL, PUBLIC_ORIGIN, CUSTOMER_CANCELLATION }) {
  const isDemo = DEMO ? DEMO === 'on' : !DATABASE_URL
  const isHere = !PUBLIC_ORIGIN || ON_THIS_MACHINE.test(PUBLIC_ORIGIN)
  return isDemo && isHere && !CUSTOMER_CANCELLATION ? { CUSTOMER_CANCELLATION: 'on' } : {}
}
