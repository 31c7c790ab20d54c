import { NO_CODE, redeemedName, usesIn, type CodeLine, type LineChange } from './coupon-lines.ts'

/** Removes every use of a code: each of its seats gets the ticket back that it replaced (spec §4). */
export function removeTicket(lines: readonly CodeLine[], name: string): LineChange[] {
  return lines.filter((line) => redeemedName(line) === name).map(restored)
}

/** Removes the one use that a seat belongs to, with all its seats. A seat without a code: nothing changes. */
export function removeUse(lines: readonly CodeLine[], key: string): LineChange[] {
  return useOf(lines, key).map(restored)
}

/** The seats of uses that have lost a seat otherwise, for example because its hold ran out: they get their tickets back. */
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
