/** What every answer carries, pages and files and refusals alike. */
const ALWAYS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

const NOTHING = "default-src 'none'"
/** The payment form stands in a frame of our own checkout. */
const FRAMEABLE = /^\/sandbox(\/|$)/
/** What an organiser's page may show of the shop: nothing there is pressed but links that leave the frame. A path with a dot written as %2e is not believed. */
const EMBEDDED = /^\/embed\/(?!.*(?:%2e|\.\.))/i
/** Pages that lead a buyer to the form of a payment provider. */
const PAYING = /^\/(booking\/checkout|cart)(\/|$)/

export interface Answered {
  /** Path of the request. */
  readonly path: string
  /** The policy that the page was rendered with, if it is one. */
  readonly contentSecurityPolicy: string | undefined
  /** A referrer policy that the page chose for itself. */
  readonly referrerPolicy: string | undefined
  readonly isHttps: boolean
  /** Origin of the payment provider's page where it is not ours. */
  readonly paymentPage?: string | undefined
  /** Origins of sites that may show what is made for them. */
  readonly embedOrigins?: readonly string[] | undefined
}

/** The security headers of an answer. frame-ancestors works in a header only, so it is added to the page's own policy here. */
export function securityHeaders(answered: Answered): Readonly<Record<string, string>> {
  return {
    ...ALWAYS,
    ...(answered.referrerPolicy && { 'Referrer-Policy': answered.referrerPolicy }),
    ...(answered.isHttps && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
    'Content-Security-Policy': withFrameAncestors(withPaymentPage(answered), framersOf(answered)),
  }
}

/** A page that takes payment may also send a form to the provider's page; the browser goes there itself, so no frame of it is allowed. */
function withPaymentPage({ path, contentSecurityPolicy: policy = NOTHING, paymentPage }: Answered): string {
  return paymentPage !== undefined && PAYING.test(path) ? policy.replace(/\bform-action 'self'/, `$& ${paymentPage}`) : policy
}

/** Who may show an answer in a frame: nobody but ourselves for the payment form, and the sites of the list for what is made for them. */
function framersOf({ path, embedOrigins = [] }: Answered): string {
  if (FRAMEABLE.test(path)) return "'self'"
  return EMBEDDED.test(path) && embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'"
}

function withFrameAncestors(policy: string, framers: string): string {
  if (/(^|;)\s*frame-ancestors\b/.test(policy)) return policy
  return `${policy.trim().replace(/;$/, '')}; frame-ancestors ${framers}`
}
