/**
 * Keeps the ticket of this page readable without a network (alone/service-worker.ts), on secure origins. The page that brings the service worker asks it to be
 * kept; from then on it sees pages itself. A ticket that is shown without a network is asked for again as soon as there is one.
 */
const isMarked = document.querySelector('meta[name="keep-offline"]') !== null

async function keepThisPage(): Promise<void> {
  const { serviceWorker } = navigator
  const isWatched = serviceWorker.controller !== null
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const { active } = await serviceWorker.ready
  if (!isWatched) active?.postMessage({ type: 'keep', path: location.pathname })
}

// A browser that refuses, in a private window for example, shows the ticket all the same.
if (isMarked && isSecureContext && 'serviceWorker' in navigator) keepThisPage().catch(() => undefined)

if (document.documentElement.hasAttribute('data-offline'))
  addEventListener('online', () => {
    location.reload()
  })

export {}
