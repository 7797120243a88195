import { alphabet, partLength } from '#shared/ids.ts'

const drawn = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % 32]).join('')

/** The last part of the id of something new: the letter of its kind and random characters, unique in practice. */
export const newPart = (letter: string): string => letter + drawn(partLength)

/** The id of a new token or webhook, chosen here so that a repeated request makes the same one: 100 random bits in 20 characters. */
export const newName = (): string => drawn(20).toUpperCase()

/** A random id of 32 characters, the most that the server takes, so that a repeated request makes the same thing. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '')
