import { alphabet } from '#shared/ids.ts'

/** An id that this device chooses, so that what is sent again is the same thing: 100 random bits. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(20))]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
    .toUpperCase()
