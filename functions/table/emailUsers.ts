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
  /**
   * The addresses that a person is known by, the current one and earlier ones, without those that belong to somebody else now. The current
   * one may too, until the person's next start takes over their new one from the user pool.
   */
  addressesOf: async ({ userId, email, emailsBefore = [] }: ProfileEmails): Promise<string[]> => {
    const known = [...new Set([email, ...emailsBefore].filter((each) => each !== '').map(normalEmail))]
    const owners = await rows.getMany(known.map((each) => ({ email: each })))
    return known.filter((_, i) => (owners[i]?.userId ?? userId) === userId)
  },
  /** The addresses with this prefix. */
  withPrefix: (prefix: string): Range => ({
    index: 'gsi2',
    pk: 'ADDRESSES',
    from: normalEmail(prefix),
    to: `${normalEmail(prefix)}\u{10ffff}`,
  }),
}
