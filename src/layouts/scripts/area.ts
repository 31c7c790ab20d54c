/** Small actions of the personal area that need no island: signing out, the data file, and the current navigation entry. */
import { callArea } from '#lib/client/http/area-call.ts'
import { signOut } from '#lib/client/customer/customer.ts'

function tell(id: string, text: string | undefined): void {
  const problem = document.getElementById(id)
  if (!problem) return
  problem.textContent = text ?? ''
  problem.hidden = text === undefined
}

async function leave(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const refusal = await signOut()
  if (refusal === null) location.assign('/')
  else tell('sign-out-problem', button.dataset.failed)
  button.disabled = false
}

/** Downloads the file by a call, because it needs the visitor's header, which a plain link cannot send. */
async function saveMyData(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const answer = await callArea('myData')
  tell('my-data-problem', answer.ok ? undefined : answer.refusal.message || button.dataset.failed)
  if (answer.ok) saveFile('my-data.json', JSON.stringify(answer.value, null, 2))
  button.disabled = false
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button?.matches('[data-sign-out]')) void leave(button)
  if (button?.matches('[data-my-data]')) void saveMyData(button)
})

// A press before this script would be lost: until now nobody could press them.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-sign-out], [data-my-data]')) button.disabled = false

/** Marks the navigation entry of the address's part. */
function markPart(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#area-nav a[data-part]')].filter(
    ({ pathname }) => pathname === location.pathname,
  )
  const named = links.find(({ hash }) => hash !== '' && hash === location.hash) ?? links[0]
  for (const link of links) {
    if (link === named) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

/** Handles a sign-in link opened by a signed-in customer: the sign-in page asks about it. Removes the token from the history. */
function openLink(): void {
  if (location.hash.startsWith('#jwtToken=')) location.replace(`/customer?signIn=link${location.hash}`)
}

openLink()
addEventListener('hashchange', () => {
  openLink()
  markPart()
})
if (location.hash !== '') markPart()
