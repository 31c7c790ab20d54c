/** The mark of a held seat: a corner of it, in a box from −16 to 16 around its middle; filled where it is one's own, hollow where it is a colleague's. */
export const HELD_MARK = 'M-15-15h12l-12 12z'
