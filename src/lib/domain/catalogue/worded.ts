/**
 * What the catalogue says in other languages: by language, then by the name of the field that it stands for. After `inWords` the Hebrew is among them, because it
 * is searched in every language.
 */
export type Words = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** An item of the catalogue whose words may be there in several languages; Hebrew stands in its own fields. */
export interface Worded {
  readonly words?: Words | null
}
