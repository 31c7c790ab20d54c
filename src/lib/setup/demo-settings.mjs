// What the demo on this machine sets that no shop has unless it says so.

const ON_THIS_MACHINE = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/i

/**
 * Settings to start with: the ones given, and for the demo on this machine customers cancel by themselves.
 * @param {Readonly<Record<string, string | undefined>>} given
 * @returns {Record<string, string>}
 */
export function demoSettings({ DEMO, DATABASE_URL, PUBLIC_ORIGIN, CUSTOMER_CANCELLATION }) {
  const isDemo = DEMO ? DEMO === 'on' : !DATABASE_URL
  const isHere = !PUBLIC_ORIGIN || ON_THIS_MACHINE.test(PUBLIC_ORIGIN)
  return isDemo && isHere && !CUSTOMER_CANCELLATION ? { CUSTOMER_CANCELLATION: 'on' } : {}
}
