import { afterEach, expect, test, vi } from 'vitest'

const CAPTCHA = '#lib/client/http/captcha.ts'

afterEach(() => {
  vi.doUnmock(CAPTCHA)
  vi.unstubAllGlobals()
})

/** What the script needs of a form. */
class Form extends EventTarget {
  readonly dataset = { human: 'waitList' }
  readonly proof = { value: '' }
  /** The proof of each time that the form was sent. */
  readonly sent: string[] = []
  ariaBusy: string | null = null

  querySelector() {
    return this.proof
  }
  setAttribute(_name: 'aria-busy', value: string) {
    this.ariaBusy = value
  }
  removeAttribute() {
    this.ariaBusy = null
  }
  requestSubmit() {
    if (this.press()) this.sent.push(this.proof.value)
  }
  /** @returns whether the browser would send the form now */
  press(): boolean {
    return this.dispatchEvent(new Event('submit', { cancelable: true }))
  }
}

async function openForm(): Promise<Form> {
  const form = new Form()
  vi.stubGlobal('document', { querySelectorAll: () => [form] })
  vi.resetModules() // the script enlivens the forms as it is loaded
  await import('#layouts/scripts/buying/human-form.ts')
  return form
}

test('repeats the press of the button with the proof', async () => {
  vi.doMock(CAPTCHA, () => ({ captchaToken: () => Promise.resolve('pass_1') }))
  const form = await openForm()
  expect(form.press()).toBe(false)
  expect(form.ariaBusy).toBe('true')
  await expect.poll(() => form.sent).toEqual(['pass_1'])
  expect(form.ariaBusy).toBeNull()
})

test('sends the form without a proof if the check cannot be loaded, and is not busy for ever', async () => {
  vi.doMock(CAPTCHA, () => {
    throw new Error('no connection')
  })
  const form = await openForm()
  form.press()
  await expect.poll(() => form.sent).toEqual([''])
  expect(form.ariaBusy).toBeNull()
})
