/** What can be said of a thing, from short to long: each is a list of parts. */
export type Names = readonly (readonly string[])[]

/** Gives each of the things the first of its names that no other one has at the same length; the longest where they are alike to the end. */
export function namesApart(things: readonly Names[]): readonly (readonly string[])[] {
  return things.map((names, at) => {
    const others = things.filter((_, other) => other !== at)
    const isOwn = (name: readonly string[], length: number) => !others.some((other) => isSame(other[length] ?? [], name))
    return names.find(isOwn) ?? names.at(-1) ?? []
  })
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}
