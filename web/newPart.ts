import { alphabet, partLength } from '#shared/ids.ts'

const drawn = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % 32]).join('')

/** The last part of the id of something new, by the letter of its kind: nobody else makes the same. */
export const newPart = (letter: string): string => letter + drawn(partLength)

/** What this device calls a token or a webhook, so that what is sent again is the same one: 100 random bits in 20 characters. */
export const newName = (): string => drawn(20).toUpperCase()

/** The id of something that nobody asks for by name: 32 characters, as many as the server takes. Sent again, it is the same thing. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '')
