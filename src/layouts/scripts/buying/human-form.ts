import type { CaptchaAction } from '#lib/client/http/captcha-passes.ts'

/** Adds the proof of the human check to a form without an island that names its action (`data-human`). If no check is required, the form needs no script. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-human]')) {
  const proof = form.querySelector<HTMLInputElement>('[name=recaptchaToken]')
  if (proof) bringProof(form, proof)
}

/** Repeats the click with the proof, so that the button's value is submitted too. */
function bringProof(form: HTMLFormElement, proof: HTMLInputElement): void {
  let isProved = false
  const prove = async (submitter: HTMLElement | null): Promise<void> => {
    form.setAttribute('aria-busy', 'true')
    proof.value = await earnProof(form.dataset.human as CaptchaAction).catch(() => '')
    form.removeAttribute('aria-busy')
    isProved = true
    form.requestSubmit(submitter)
    isProved = false
  }
  form.addEventListener('submit', (event) => {
    if (isProved) return
    event.preventDefault()
    if (form.ariaBusy !== 'true') void prove(event.submitter)
  })
}

/** '' if none could be had: then the server's refusal tells what to do. */
async function earnProof(action: CaptchaAction): Promise<string> {
  const { captchaToken } = await import('#lib/client/http/captcha.ts')
  return (await captchaToken(action)) ?? ''
}
