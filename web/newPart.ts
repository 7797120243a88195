import { alphabet, partLength } from '#shared/ids.ts'

/** The last part of the id of something new, by the letter of its kind: nobody else makes the same. */
export const newPart = (letter: string): string =>
  letter + [...crypto.getRandomValues(new Uint8Array(partLength))].map((byte) => alphabet[byte % 32]).join('')
