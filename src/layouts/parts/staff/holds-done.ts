/** What forms did to the seats that a producer holds, as the pages after them are told by their addresses. */
export type HoldsDone = (typeof DONE)[number]

const DONE = ['held', 'released', 'notChosen'] as const

export function holdsDoneOf({ searchParams }: URL): HoldsDone | undefined {
  return DONE.find((one) => one === searchParams.get('done'))
}
