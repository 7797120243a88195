import { Problem } from '#shared/problems.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { emailUsers, normalEmail } from '../table/emailUsers.ts'
import { outbox } from '../table/outbox.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import type { Account } from './account.ts'

/** The most former addresses that a profile keeps. */
const maxFormer = 10

/**
 * Copies the verified address from the user pool to the profile and to the index of addresses, and creates a profile that is missing. A
 * name in the profile is kept, since it may have been changed here. The former address gets a mail about the change. Reads only the profile
 * if nothing differs. On a conflict nothing is written: the next start tries again.
 * @param readAccount reads the account from the user pool again
 */
export async function syncAccount(stamp: Stamp, account: Account, readAccount: () => Promise<Account>): Promise<void> {
  const userId = stamp.actor
  const profile = await profiles.get({ userId })
  const changes = changesOf(profile, account)
  if (profile && Object.keys(changes).length === 0) return
  const writeChanges = async () =>
    write(
      stamp,
      profileWrite(userId, profile, changes),
      ...(await addressWrites(stamp, profile, changes.email, readAccount)),
    )
  await ignoreConflict(writeChanges())
}

type AccountChanges = Partial<Pick<Profile, 'email' | 'emailsBefore' | 'firstName' | 'lastName'>>

const changesOf = (profile: Profile | undefined, { email, firstName, lastName }: Account): AccountChanges => ({
  ...(email !== undefined && email !== profile?.email && { email, ...formerAddresses(profile, email) }),
  ...(!profile?.firstName && !profile?.lastName && (firstName || lastName) && { firstName, lastName }),
})

/** The former addresses with the current one added; nothing if the new address differs from it only in upper and lower case. */
function formerAddresses(profile: Profile | undefined, email: string): Pick<AccountChanges, 'emailsBefore'> {
  const oldAddress = replacedAddress(profile, email)
  if (oldAddress === undefined) return {}
  const earlier = [oldAddress, ...(profile?.emailsBefore ?? [])].map(normalEmail)
  return { emailsBefore: [...new Set(earlier)].filter((each) => each !== normalEmail(email)).slice(0, maxFormer) }
}
const replacedAddress = (profile: Profile | undefined, email: string): string | undefined =>
  profile?.email && normalEmail(profile.email) !== normalEmail(email) ? profile.email : undefined

function profileWrite(userId: string, profile: Profile | undefined, changes: AccountChanges): Write {
  if (!profile) return profiles.create({ userId, email: '', firstName: '', lastName: '', ...changes })
  const { email, firstName, lastName } = profile
  return profiles.change(
    { userId },
    {
      set: changes,
      when: [
        ['email', '=', email],
        ['firstName', '=', firstName],
        ['lastName', '=', lastName],
      ],
    },
  )
}

/**
 * The writes that move the user from the old address to the new one. In the user pool an address belongs to one account at a time. So the
 * user pool is read again after the address's owner was read here, and the write requires that this owner is unchanged. Throws `conflict`.
 */
async function addressWrites(
  stamp: Stamp,
  profile: Profile | undefined,
  email: string | undefined,
  readAccount: () => Promise<Account>,
): Promise<Write[]> {
  const userId = stamp.actor
  if (email === undefined) return []
  const oldAddress = replacedAddress(profile, email)
  const ownerOf = async (address: string) => (await emailUsers.get({ email: address }, { consistent: true }))?.userId
  const owner = await ownerOf(email)
  const ownsOldAddress = oldAddress !== undefined && (await ownerOf(oldAddress)) === userId
  if ((await readAccount()).email !== email) throw new Problem('conflict')
  return [
    emailUsers.upsert({ email }, { set: { userId }, when: [['userId', '=', owner ?? userId]] }),
    ...(oldAddress
      ? [outbox.add(stamp, { letter: 'addressChanged', to: { email: oldAddress }, about: { userId } })]
      : []),
    ...(ownsOldAddress ? [emailUsers.remove({ email: oldAddress }, 'conflict', [['userId', '=', userId]])] : []),
  ]
}
