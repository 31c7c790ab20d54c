import { NO_CODE, redeemedName, usesIn, type CodeLine, type LineChange } from './coupon-lines.ts'

/** Removes every use of a code and restores each seat's previous ticket (spec §4). */
export function removeTicket(lines: readonly CodeLine[], name: string): LineChange[] {
  return lines.filter((line) => redeemedName(line) === name).map(restored)
}

/** Removes the use that a seat belongs to, with all its seats. A seat without a code: no change. */
export function removeUse(lines: readonly CodeLine[], key: string): LineChange[] {
  return useOf(lines, key).map(restored)
}

/** Restores the tickets of uses that lost a seat in another way, for example because its lock expired. */
export function restoreIncomplete(lines: readonly CodeLine[]): LineChange[] {
  return usesIn(lines)
    .filter((use) => use.some((line) => use.length < line.multiplyFactor) || use.every((line) => line.isSub))
    .flat()
    .map(restored)
}

function useOf(lines: readonly CodeLine[], key: string): CodeLine[] {
  return usesIn(lines).find((use) => use.some((line) => line.key === key)) ?? []
}

function restored(line: CodeLine): LineChange {
  return { ...NO_CODE, key: line.key, ticketId: line.replacedTicketId ?? line.ticketId }
}
