/**
 * Reloads a page if a part of its script cannot be loaded, for example because a new version of the shop has come meanwhile: at most once in 60 seconds (spec §8, §9).
 * While the page itself cannot be loaded either, or nothing can be remembered, it stays as it is.
 */
const KEY = 'reloaded-at'
const RELOAD_MS = 60_000
/** Chromium and Firefox: "… dynamically imported module", WebKit: "Importing a module script failed." */
const MISSING = /module/

async function reload(event: Event & { readonly payload?: Error; readonly detail?: { readonly error?: Error } }): Promise<void> {
  const error = event.payload ?? event.detail?.error
  if (!MISSING.test(String(error)) || Date.now() - Number(sessionStorage.getItem(KEY)) < RELOAD_MS) return
  const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
  if (!ok) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

for (const name of ['vite:preloadError', 'astro:hydration-error']) {
  addEventListener(name, (event) => {
    reload(event).catch(() => {})
  })
}

export {}
