/** Tells the page that shows this one in a frame how high it is, once that page has said hello and is one of those that may. */
const allowed = document.querySelector<HTMLMetaElement>('meta[name="embed-origins"]')?.content.split(' ') ?? []
let host: string | undefined

function mayShow(origin: string): boolean {
  return allowed.some((one) => one === origin || (one.endsWith(':*') && one.slice(0, -2) === origin.replace(/:\d+$/, '')))
}

function tellHeight(): void {
  if (host !== undefined) parent.postMessage({ type: 'shura:height', height: document.body.getBoundingClientRect().height }, host)
}

addEventListener('message', ({ origin, source, data }: MessageEvent<{ readonly type?: unknown } | null>) => {
  if (source !== parent || !mayShow(origin) || data?.type !== 'shura:hello') return
  host = origin
  tellHeight()
})
new ResizeObserver(tellHeight).observe(document.body)

export {}
