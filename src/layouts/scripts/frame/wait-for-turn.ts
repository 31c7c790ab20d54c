/** Where the page of another visitor has their name, this one has how many come before. */
const place = document.querySelector<HTMLMetaElement>('meta[name="visitor"]')?.content ?? ''
const line = document.getElementById('ahead')
const SECONDS = 15

const digits = new Intl.NumberFormat(document.documentElement.lang)

function tell(ahead: number): void {
  if (!line || Number.isNaN(ahead)) return
  const { next = '', one = '', other = '' } = line.dataset
  const text = ahead === 0 ? next : ahead === 1 ? one : other.replace('#', digits.format(ahead))
  // A status is read out when it changes, and only then.
  if (line.textContent !== text) line.textContent = text
}

/** Asks in silence whether it is our turn: the page stays, and nobody is read it again. */
async function ask(): Promise<void> {
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' })
    if (answer.status !== 503) {
      location.reload()
      return
    }
    const ahead = answer.headers.get('Waiting-Ahead')
    if (ahead !== null) tell(Number(ahead))
    askIn(Number(answer.headers.get('Retry-After')) || SECONDS)
  } catch {
    askIn(SECONDS)
  }
}

function askIn(seconds: number): void {
  setTimeout(() => void ask(), seconds * 1_000)
}

tell(Number.parseInt(place, 10))
askIn(3)
