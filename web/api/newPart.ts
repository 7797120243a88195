import { alphabet, partLength } from '#shared/ids.ts'

const randomText = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % 32]).join('')

/** The last part of a new item's id: the letter of its kind followed by random characters, unique in practice. */
export const newPart = (letter: string): string => letter + randomText(partLength)

/**
 * The id of a new token or webhook, generated here so that a repeated request creates only one: 100 random bits in 20 characters.
 */
export const newName = (): string => randomText(20).toUpperCase()

/** A random id of 32 characters, the server's maximum, generated here so that a repeated request creates only one item. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '')
