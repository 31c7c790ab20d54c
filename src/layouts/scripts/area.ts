/** The personal area's small actions that need no island: leaving it, the file of what is kept, and the mark of the part one has gone to. */
import { call } from '#lib/client/call.ts'
import { signOut } from '#lib/client/customer.ts'

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

/** Saved by the browser as a file: the call wants the visitor's name, which a plain link cannot give. */
async function saveMyData(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const answer = await call('myData')
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

/** On a phone the parts are a strip that scrolls: the current one is in its middle. The page itself stays where it is. */
function showCurrent(): void {
  const link = document.querySelector('#area-nav [aria-current]')
  const strip = link?.closest('ul')
  if (!link || !strip) return
  const [own, all] = [link.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollBy(own.x - all.x - (all.width - own.width) / 2, 0)
}

/** The part of the page that the address names is the current one of the navigation. */
function markPart(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#area-nav a[data-part]')].filter(
    ({ pathname }) => pathname === location.pathname,
  )
  const named = links.find(({ hash }) => hash !== '' && hash === location.hash) ?? links[0]
  for (const link of links) {
    if (link === named) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  showCurrent()
}

/** A sign-in link that was opened by somebody who is signed in already is not used, and does not stay in the address or the history for the next person. */
function dropToken(): void {
  if (location.hash.startsWith('#jwtToken=')) history.replaceState(history.state, '', location.pathname + location.search)
}

dropToken()
addEventListener('hashchange', () => {
  dropToken()
  markPart()
})
if (location.hash === '') showCurrent()
else markPart()
