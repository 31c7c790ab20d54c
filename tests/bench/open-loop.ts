/** Work that arrives on a clock, whether or not what came before is done. Its time counts from the moment at which it was due, so that a stall hides nothing. */
export async function arrive<Item, Answer>(
  items: readonly Item[],
  perSecond: number,
  work: (item: Item) => Promise<Answer>,
): Promise<readonly { readonly ms: number; readonly answer: Answer }[]> {
  const start = performance.now()
  const running: Promise<{ ms: number; answer: Answer }>[] = []
  for (const [n, item] of items.entries()) {
    const due = start + (n * 1_000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    running.push(work(item).then((answer) => ({ ms: performance.now() - due, answer })))
  }
  return Promise.all(running)
}
