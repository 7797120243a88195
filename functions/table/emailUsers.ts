import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { User } from './profiles.ts'

/** An address as people are found by it: upper and lower case are the same. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Whoever confirmed the address last. Addresses may hold `#`, keys may not: it goes in as an URL would have it. */
const rows = entity<User, { email: string }>('User', {
  key: ({ email }) => ({ pk: `EMAIL#${encodeURIComponent(normalEmail(email))}`, sk: 'USER' }),
  gsi2: by(['email', 'userId'], ({ email }) => ['ADDRESSES', normalEmail(email)]),
})
export const emailUsers = {
  ...rows,
  /** The addresses that begin so. */
  beginning: (typed: string): Range => ({
    index: 'gsi2',
    pk: 'ADDRESSES',
    from: normalEmail(typed),
    to: `${normalEmail(typed)}\u{10ffff}`,
  }),
}
