/** As Astro calls it: with what loads the island and what the page gave. */
type Begin = (load: () => Promise<() => Promise<void>>, given: { readonly value: string }) => Promise<void>

/**
 * `client:spoken={address}`: begins an island at once, as client:load does, but not before the texts that it names are here. Both are fetched at the same time,
 * and the islands of a page that name the same texts fetch them once.
 */
const spoken: Begin = async (load, { value: address }) => {
  const [hydrate] = await Promise.all([load(), once(address)])
  await hydrate()
}

/** As Astro does with the island's own script: one that failed is asked for once more a second later, by another address, since a browser keeps failures. */
async function once(address: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ address)
  } catch {
    await new Promise((later) => setTimeout(later, 1000))
    await import(/* @vite-ignore */ `${address}&again=${String(Date.now())}`)
  }
}

export default spoken
