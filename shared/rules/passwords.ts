import { check, longest, required, shortest, type ValueFault } from './faults.ts'

/** In characters. Length is what makes a password hard to guess; the user pool accepts no longer ones. */
export const passwordLength = { least: 12, most: 256 } as const

const { least, most } = passwordLength

/** The user pool's requirements for a password (`infra/identity.ts`), so that a form can check them first. */
export const whyCannotPassword = (password: string): ValueFault | undefined =>
  check(password, required, shortest(least), longest(most), (text) =>
    text === text.trim() ? undefined : { code: 'blanks_around' },
  )
