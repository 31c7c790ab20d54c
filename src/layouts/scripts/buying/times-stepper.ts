/** Turns a number field with two hidden buttons into a stepper: a press steps inside of the field's limits, and the button at a limit is disabled. */
export function makeStepper(shown: HTMLElement): void {
  const field = shown.querySelector('input')
  const said = shown.querySelector('output')
  if (!field) return
  const least = Number(field.min)
  const buttons = [...shown.querySelectorAll<HTMLButtonElement>('[data-step]')]
  const limit = (): void => {
    for (const button of buttons) button.disabled = button.dataset.step === '1' ? field.value === field.max : Number(field.value) <= least
  }
  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => {
      if (button.dataset.step === '1') field.stepUp()
      else field.stepDown()
      field.dispatchEvent(new Event('input', { bubbles: true }))
      if (said) said.value = field.value
    })
  }
  field.addEventListener('input', limit)
  field.addEventListener('change', () => {
    const typed = Math.min(Math.max(least, Math.trunc(field.valueAsNumber) || least), Number(field.max))
    if (field.value === String(typed)) return
    field.value = String(typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  limit()
  shown.classList.add('stepper')
}
