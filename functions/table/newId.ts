import { randomBytes } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** A new part of an id: the letter of its kind and 55 random bits. The alphabet has 32 letters, so all are equally likely. */
export const newId = (letter: string): string =>
  letter + [...randomBytes(partLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
