import { check, longest, required, shortest, type ValueFault } from './faults.ts'

/** In characters. Length is what makes a password hard to guess; the user pool accepts no longer ones. */
export const passwordLength = { min: 12, max: 256 } as const

const { min, max } = passwordLength

/** The user pool's requirements for a password (`infra/identity.ts`), so that a form can check them first. */
export const whyCannotPassword = (password: string): ValueFault | undefined =>
  check(password, required, shortest(min), longest(max), (text) =>
    text === text.trim() ? undefined : { code: 'blanks_around' },
  )
