/** Inside a frame of our own page the form tells its parent its height and, at the end, the paymentIdentifier; only this origin may listen. */
const isFramed = window.parent !== window

function tellParent(message: Readonly<Record<string, unknown>>): void {
  window.parent.postMessage(message, window.location.origin)
}

function tellHeight(): void {
  tellParent({ type: 'shura:payment-height', height: Math.ceil(document.querySelector('main')?.getBoundingClientRect().height ?? 0) })
}

function announcePayment(): void {
  const paid = document.querySelector<HTMLElement>('[data-payment-identifier]')?.dataset
  if (!paid?.paymentIdentifier) return
  const { paymentIdentifier, method, last4, payments } = paid
  tellParent({ type: 'shura:payment', paymentIdentifier, method, last4, numberOfPayments: Number(payments) })
}

/** Ignores a second submit; the button keeps its place and its label. */
function sendOnce(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent === 'true') event.preventDefault()
    form.dataset.sent = 'true'
  })
}

/** Groups digits by four during typing, if the caret is at the end. */
function groupDigits(input: HTMLInputElement): void {
  input.addEventListener('input', () => {
    if (input.selectionStart !== input.value.length) return
    input.value = input.value
      .replace(/\D/g, '')
      .slice(0, 19)
      .replace(/(\d{4})(?=\d)/g, '$1 ')
  })
}

function addSlash(input: HTMLInputElement): void {
  input.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    const digits = input.value.replace(/\D/g, '').slice(0, 4)
    if (isDeleting || input.selectionStart !== input.value.length) return
    input.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
  })
}

for (const form of document.querySelectorAll('form')) sendOnce(form)
for (const input of document.querySelectorAll<HTMLInputElement>('input[name="number"]')) groupDigits(input)
for (const input of document.querySelectorAll<HTMLInputElement>('input[name="expiry"]')) addSlash(input)
/** After an answer focuses the first invalid field, or the message; the parent page scrolls to it. */
function focusAnswer(): void {
  const target = document.querySelector<HTMLElement>('[aria-invalid="true"]') ?? document.querySelector<HTMLElement>('.note[role="alert"]')
  if (!target) return
  if (target.matches('.note')) target.tabIndex = -1
  target.focus({ preventScroll: isFramed })
  if (!isFramed) return
  const { top, height } = (target.closest('.field') ?? target).getBoundingClientRect()
  tellParent({ type: 'shura:payment-focus', top, height })
}

if (isFramed) {
  document.documentElement.classList.add('framed')
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="frame"]')) input.value = '1'
  new ResizeObserver(tellHeight).observe(document.body)
  tellHeight()
  announcePayment()
}
focusAnswer()
// Re-enables the form of a page restored from the back/forward cache.
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form')) delete form.dataset.sent
})
