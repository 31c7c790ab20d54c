/** Most tickets for which one asks to be told; a presentation may sell fewer at once. */
export const MOST_TICKETS = 8
