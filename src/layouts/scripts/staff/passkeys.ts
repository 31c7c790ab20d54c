import { askPasskey, hasPasskeys, makePasskey, type PasskeyAnswer } from '#lib/client/sign-in/passkey.ts'

/**
 * Forms that a passkey fills in: `data-passkey` says what for. The answer travels in the form's own field `passkey`, and what is refused comes with the next
 * page. In a form with a code, the passkey is asked only if no code was typed.
 */
for (const part of document.querySelectorAll<HTMLElement>('[data-passkeys]')) part.hidden = !hasPasskeys()
for (const part of document.querySelectorAll<HTMLElement>('[data-no-passkeys]')) part.hidden = hasPasskeys()
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) fillIn(form)

function fillIn(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('[name=passkey]')
  const code = form.querySelector<HTMLInputElement>('[name=code]')
  form.addEventListener('submit', (event) => {
    if (!field || field.value !== '' || (code && code.value.trim() !== '') || !hasPasskeys()) return
    event.preventDefault()
    if (form.ariaBusy !== 'true') void bringAnswer(form, field, event.submitter)
  })
  // A page that comes back from memory holds an answer that was used.
  addEventListener('pageshow', () => {
    if (field) field.value = ''
  })
}

/** Repeats the press with the answer, so that the button's value is submitted too. */
async function bringAnswer(form: HTMLFormElement, field: HTMLInputElement, submitter: HTMLElement | null): Promise<void> {
  const problem = form.querySelector<HTMLElement>('[data-passkey-problem]')
  problem?.replaceChildren()
  form.ariaBusy = 'true'
  const answer = await answerFor(form)
  form.ariaBusy = null
  if (answer.ok) {
    field.value = answer.json
    form.requestSubmit(submitter)
  } else problem?.append(sentenceOf(answer, problem))
}

function answerFor({ dataset }: HTMLFormElement): Promise<PasskeyAnswer> {
  return dataset.passkey === 'add' ? makePasskey(dataset.options ?? '') : askPasskey(dataset.passkey === 'prove' ? 'prove' : 'signIn')
}

function sentenceOf({ why, message = '' }: Extract<PasskeyAnswer, { ok: false }>, { dataset }: HTMLElement): string {
  if (message !== '') return message
  return (why === 'known' ? dataset.known : dataset.left) ?? ''
}
