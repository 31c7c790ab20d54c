import { captchaToken } from '#lib/client/http/captcha.ts'

/** Where the human check is demanded, the form that moves seats to another date brings its proof; without the check it needs no script. */
const form = document.querySelector<HTMLFormElement>('.other-dates')
const proof = form?.querySelector<HTMLInputElement>('[name=recaptchaToken]')
let isProved = false
if (form && proof) form.addEventListener('submit', (event) => void prove(event, form, proof))

/** The press is made again with the proof, so that the date of its button goes along. */
async function prove(event: SubmitEvent, moved: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  if (isProved) {
    isProved = false
    return
  }
  event.preventDefault()
  if (moved.ariaBusy === 'true') return
  moved.ariaBusy = 'true'
  field.value = (await captchaToken('seats')) ?? ''
  moved.ariaBusy = null
  isProved = true
  moved.requestSubmit(event.submitter)
}
