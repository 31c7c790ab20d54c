const LENGTH = 6

/** What of a typed text is a code: its first six digits. */
export function typedCode(text: string): string {
  return westernDigits(text).replace(/\D/g, '').slice(0, LENGTH)
}

/** The code in something pasted: "123 456", or the whole message with its number in it. A number of another length is none. */
export function pastedCode(text: string): string {
  const plain = westernDigits(text)
  const bound = /#(\d{6})\b/.exec(plain) ?? /(?<![\d#-])(\d{3}[ \u00A0\-\u2010-\u2013]?\d{3})(?![\d-])/.exec(plain)
  return typedCode(bound?.[1] ?? plain)
}

/** Eastern Arabic digits, as some keyboards give them. */
function westernDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

/** Reads the code out of the SMS where the browser offers that (WebOTP); undefined where it does not, or nobody let it. */
export async function readSmsCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined
  try {
    const asked: CredentialRequestOptions & { readonly otp: { readonly transport: readonly ['sms'] } } = {
      otp: { transport: ['sms'] },
      signal,
    }
    const credential: unknown = await navigator.credentials.get(asked)
    return typeof credential === 'object' && credential !== null && 'code' in credential ? String(credential.code) : undefined
  } catch {
    return undefined
  }
}
