import type { Choices } from '#shared/rules/notices.ts'
import type { LetterName, Letters } from './letterKinds.ts'
import type { Letter } from './letter.ts'
import type { Say } from './say.ts'

/** The recipient of a letter. Without `userId` it goes to an address, whoever owns it. */
export type Recipient = { email: string; userId?: string }

/** Writes a letter from the current state, in the reader's language; undefined if there is nothing left to tell. */
export type Writer<Name extends LetterName> = (
  about: Letters[Name],
  call: { to: Recipient; now: string; say: Say; choices?: Choices },
) => Promise<Letter | undefined>
