import { keepAwake } from './keep-awake.ts'

/** Steps through an order's tickets, and keeps the screen on while one of them is due at the door. */
const carousel = document.querySelector<HTMLElement>('[data-carousel]')
const list = carousel?.querySelector<HTMLElement>('[data-slides]')
const slides = [...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
const links = [...(carousel?.querySelectorAll<HTMLAnchorElement>('.pager a') ?? [])]
const steps = [...(carousel?.querySelectorAll<HTMLButtonElement>('[data-step]') ?? [])]

let shown = 0

function show(index: number): void {
  slides[index]?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function tell(index: number): void {
  shown = index
  for (const [at, link] of links.entries()) {
    if (at === index) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  for (const step of steps) step.disabled = slides[index + Number(step.dataset['step'])] === undefined
}

for (const step of steps) {
  step.addEventListener('click', () => {
    show(shown + Number(step.dataset['step']))
  })
}
for (const [index, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    show(index)
  })
}

/** A wide window shows all of them. */
const inView = new Set<Element>()
const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) inView[isIntersecting ? 'add' : 'delete'](target)
    const first = slides.findIndex((slide) => inView.has(slide))
    if (first >= 0) tell(first)
  },
  { root: list ?? null, threshold: 0.6 },
)
if (links.length > 0) for (const slide of slides) seen.observe(slide)

/** A scrollable list is focusable, so that keys can scroll it; otherwise it is no tab stop. */
const resized = new ResizeObserver(() => {
  if (!list) return
  if (list.scrollWidth > list.clientWidth) list.tabIndex = 0
  else list.removeAttribute('tabindex')
})
if (list) resized.observe(list)

keepAwake(() => {
  const now = Date.now()
  return slides.some(({ dataset }) => Number(dataset['awakeFrom']) <= now && now < Number(dataset['awakeUntil']))
})
