/** Says how many shows are ticked and how many are left, and lists them in the summary. Without it the server says so when the form is sent. */
const form = document.querySelector<HTMLFormElement>('form.mem-form')
const count = form?.querySelector<HTMLElement>('[data-counts]')

if (form && count) {
  const texts = JSON.parse(count.dataset.counts ?? '[]') as readonly (readonly [words: string, left: string])[]
  const follow = () => {
    const ticked = new Set([...form.querySelectorAll<HTMLInputElement>('input[name=date]:checked')].map(({ value }) => value))
    const [words = '', left = ''] = texts[ticked.size] ?? []
    const shown = count.querySelectorAll<HTMLElement>('[data-words], [data-left]')
    for (const one of shown) one.textContent = 'words' in one.dataset ? words : left
    count.querySelector('rect')?.setAttribute('width', String(Math.min(100, (100 * ticked.size) / Number(count.dataset.wanted))))
    for (const date of form.querySelectorAll<HTMLElement>('[data-date]')) date.hidden = !ticked.has(date.dataset.date ?? '')
  }
  form.addEventListener('change', follow)
  // The browser may have kept ticks of its own.
  addEventListener('pageshow', follow)
}
