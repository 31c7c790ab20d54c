/**
 * Has the style sheets fetched that a first page carries in itself (server/shared-pages/styles-inside.ts), once it has been loaded: the pages after it link to
 * them.
 */
function keepStyles(): void {
  const files = document.querySelector<HTMLStyleElement>('style[data-files]')?.dataset.files ?? ''
  for (const href of files.split(' ').filter(Boolean))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'style', href }))
}

if (document.readyState === 'complete') keepStyles()
else addEventListener('load', keepStyles, { once: true })
