import { isWebhookUrl } from './webhooks.ts'

/** Names that only a network of its own knows. */
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/
const IP_ADDRESS = /^(\[.*\]|\d+(\.\d+){3})$/

/**
 * Whether somebody may tell the shop at a page to send messages there: by https to a name of the public network. Numbers, this machine and names of inner networks are
 * for the operator at the terminal, so that nobody reaches by the shop what only the shop reaches.
 * @param typed as it was typed
 */
export function isPublicWebhookUrl(typed: string): boolean {
  if (typed.length > 500 || !isWebhookUrl(typed)) return false
  const { protocol, hostname } = new URL(typed)
  return protocol === 'https:' && isPublicName(hostname)
}

/** Whether a host is a name of the public network. What it leads to is looked at as a message is sent (outside-only.ts): it may be another address then. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !IP_ADDRESS.test(name) && !INNER_NAME.test(name)
}
