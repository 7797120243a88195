import type { Choices } from '#shared/rules/notices.ts'
import type { LetterName, Letters } from './letterKinds.ts'
import type { Letter } from './letter.ts'
import type { Say } from './say.ts'

/** Whom a letter goes to: `userId` is left out where it goes to an address, whoever has it. */
export type Recipient = { email: string; userId?: string }

/** Writes a letter from what is true now, in the reader's language; undefined when there is nothing left to tell. */
export type Writer<Name extends LetterName> = (
  about: Letters[Name],
  call: { to: Recipient; now: string; say: Say; choices?: Choices },
) => Promise<Letter | undefined>
