/** Stands where the name of the visitor goes in a page that was rendered for nobody. Of the width of a uuid. */
export const NOBODY_MARK = '\u{7f}'.repeat(36)
