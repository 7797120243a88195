import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Profile, User } from './profiles.ts'

/** An address as people are found by it: upper and lower case are the same. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

type Known = Pick<Profile, 'userId' | 'email' | 'emailsBefore'>

/** Whoever confirmed the address last. Addresses may hold `#`, keys may not: it goes in as an URL would have it. */
const rows = entity<User, { email: string }>('User', {
  key: ({ email }) => ({ pk: `EMAIL#${encodeURIComponent(normalEmail(email))}`, sk: 'USER' }),
  gsi2: by(['email', 'userId'], ({ email }) => ['ADDRESSES', normalEmail(email)]),
})
export const emailUsers = {
  ...rows,
  /** By which addresses somebody is known: theirs, and those that were before it and are nobody else's by now. */
  knowing: async ({ userId, email, emailsBefore = [] }: Known): Promise<string[]> => {
    const owners = await rows.getMany(emailsBefore.map((before) => ({ email: before })))
    const before = emailsBefore.filter((_, i) => (owners[i]?.userId ?? userId) === userId)
    return [...new Set([email, ...before].filter((each) => each !== '').map(normalEmail))]
  },
  /** The addresses that begin so. */
  beginning: (typed: string): Range => ({
    index: 'gsi2',
    pk: 'ADDRESSES',
    from: normalEmail(typed),
    to: `${normalEmail(typed)}\u{10ffff}`,
  }),
}
