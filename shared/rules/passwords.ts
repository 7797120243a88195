import { check, longest, required, shortest, type ValueFault } from './faults.ts'

/** In characters. Length is what makes a password hard to guess; the user pool takes no more than these. */
export const passwordLength = { least: 12, most: 256 } as const

const { least, most } = passwordLength

/** What the user pool asks of a password (`infra/identity.ts`), so that a form says it before. */
export const whyCannotPassword = (password: string): ValueFault | undefined =>
  check(password, required, shortest(least), longest(most), (text) =>
    text === text.trim() ? undefined : { code: 'blanks_around' },
  )
