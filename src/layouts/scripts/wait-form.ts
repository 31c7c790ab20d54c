/** Where the human check is demanded, the form that asks to be told brings its proof; without the check it needs no script. */
const form = document.querySelector<HTMLFormElement>('.wait-form')
const proof = form?.querySelector<HTMLInputElement>('[name=recaptchaToken]')
if (form && proof) form.addEventListener('submit', (event) => void prove(event, form, proof))

async function prove(event: SubmitEvent, to: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  event.preventDefault()
  to.setAttribute('aria-busy', 'true')
  const { captchaToken } = await import('#lib/client/http/captcha.ts')
  field.value = (await captchaToken('waitList')) ?? ''
  to.submit()
}
