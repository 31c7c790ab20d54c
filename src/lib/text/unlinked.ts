/**
 * Words of somebody else, such as a name that was typed, in a message of the house: what programs of mail and SMS would make a link of has blanks in it.
 * "J.R. Cohen" is read as it was, with one blank more.
 */
export function unlinked(words: string): string {
  return words.replaceAll(/[.．。｡](?=[\p{L}\p{M}\d])|:\/\/(?=\S)/gu, '$& ')
}
