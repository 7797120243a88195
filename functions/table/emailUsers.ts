import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Profile, User } from './profiles.ts'

/** An address in its normal form: case-insensitive. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

type ProfileEmails = Pick<Profile, 'userId' | 'email' | 'emailsBefore'>

/** The person who last confirmed the address. Addresses may contain `#`, which keys may not, so it is URL-encoded. */
const rows = entity<User, { email: string }>('User', {
  key: ({ email }) => ({ pk: `EMAIL#${encodeURIComponent(normalEmail(email))}`, sk: 'USER' }),
  gsi2: by(['email', 'userId'], ({ email }) => ['ADDRESSES', normalEmail(email)]),
})
export const emailUsers = {
  ...rows,
  /** The addresses that a person is known by: the current one, and earlier ones that belong to nobody else now. */
  addressesOf: async ({ userId, email, emailsBefore = [] }: ProfileEmails): Promise<string[]> => {
    const owners = await rows.getMany(emailsBefore.map((before) => ({ email: before })))
    const before = emailsBefore.filter((_, i) => (owners[i]?.userId ?? userId) === userId)
    return [...new Set([email, ...before].filter((each) => each !== '').map(normalEmail))]
  },
  /** The addresses with this prefix. */
  withPrefix: (prefix: string): Range => ({
    index: 'gsi2',
    pk: 'ADDRESSES',
    from: normalEmail(prefix),
    to: `${normalEmail(prefix)}\u{10ffff}`,
  }),
}
