import { entity } from './entity.ts'
import type { User } from './profiles.ts'

/** An address as people are found by it: upper and lower case are the same. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Whoever confirmed the address last. Addresses may hold `#`, keys may not: it goes in as an URL would have it. */
export const emailUsers = entity<User, { email: string }>('User', {
  key: ({ email }) => ({ pk: `EMAIL#${encodeURIComponent(normalEmail(email))}`, sk: 'USER' }),
})
