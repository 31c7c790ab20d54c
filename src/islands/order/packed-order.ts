import { pack, unpack } from '#islands/ui/packed.ts'
import type { Opened } from '#lib/client/order/order.ts'

/** What an order page begins with, as the island is given it. */
export const packOrder = (opened: Opened): string => pack(opened)

export const unpackOrder = (packed: string): Opened => unpack(packed) as Opened
