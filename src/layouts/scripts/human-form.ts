import type { CaptchaAction } from '#lib/client/http/captcha.ts'

/** A form without an island that names the action of its human check (`data-human`) brings the proof along; where no check is demanded it needs no script. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-human]')) {
  const proof = form.querySelector<HTMLInputElement>('[name=recaptchaToken]')
  if (proof) bringProof(form, proof)
}

/** The press is made again with the proof, so that the value of its button goes along. */
function bringProof(form: HTMLFormElement, proof: HTMLInputElement): void {
  let isProved = false
  const prove = async (submitter: HTMLElement | null): Promise<void> => {
    form.setAttribute('aria-busy', 'true')
    const { captchaToken } = await import('#lib/client/http/captcha.ts')
    proof.value = (await captchaToken(form.dataset.human as CaptchaAction)) ?? ''
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
