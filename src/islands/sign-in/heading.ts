/** A heading of the level that the place wants. */
export type Heading = 'h1' | 'h2' | 'h3'
