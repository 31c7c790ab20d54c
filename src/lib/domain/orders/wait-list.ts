/** Maximum number of tickets per request; a presentation may sell fewer at once. */
export const MOST_TICKETS = 8
