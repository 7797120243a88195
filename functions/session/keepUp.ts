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
 * @param ask reads the account from the user pool again
 */
export async function keepUp(stamp: Stamp, account: Account, ask: () => Promise<Account>): Promise<void> {
  const userId = stamp.actor
  const profile = await profiles.get({ userId })
  const lacks = lacking(profile, account)
  if (profile && Object.keys(lacks).length === 0) return
  const bring = async () =>
    write(stamp, profileWrite(userId, profile, lacks), ...(await addressWrites(stamp, profile, lacks.email, ask)))
  await ignoreConflict(bring())
}

type Lacking = Partial<Pick<Profile, 'email' | 'emailsBefore' | 'firstName' | 'lastName'>>

const lacking = (profile: Profile | undefined, { email, firstName, lastName }: Account): Lacking => ({
  ...(email !== undefined && email !== profile?.email && { email, ...before(profile, email) }),
  ...(!profile?.firstName && !profile?.lastName && (firstName || lastName) && { firstName, lastName }),
})

/** The former addresses with the current one added; nothing if the new address differs from it only in upper and lower case. */
function before(profile: Profile | undefined, email: string): Pick<Lacking, 'emailsBefore'> {
  const old = givenUp(profile, email)
  if (old === undefined) return {}
  const earlier = [old, ...(profile?.emailsBefore ?? [])].map(normalEmail)
  return { emailsBefore: [...new Set(earlier)].filter((each) => each !== normalEmail(email)).slice(0, maxFormer) }
}
const givenUp = (profile: Profile | undefined, email: string): string | undefined =>
  profile?.email && normalEmail(profile.email) !== normalEmail(email) ? profile.email : undefined

function profileWrite(userId: string, profile: Profile | undefined, lacks: Lacking): Write {
  if (!profile) return profiles.create({ userId, email: '', firstName: '', lastName: '', ...lacks })
  const { email, firstName, lastName } = profile
  return profiles.change(
    { userId },
    {
      set: lacks,
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
  ask: () => Promise<Account>,
): Promise<Write[]> {
  const userId = stamp.actor
  if (email === undefined) return []
  const old = givenUp(profile, email)
  const ownerOf = async (address: string) => (await emailUsers.get({ email: address }, { consistent: true }))?.userId
  const owner = await ownerOf(email)
  const isMine = old !== undefined && (await ownerOf(old)) === userId
  if ((await ask()).email !== email) throw new Problem('conflict')
  return [
    emailUsers.upsert({ email }, { set: { userId }, when: [['userId', '=', owner ?? userId]] }),
    ...(old ? [outbox.add(stamp, { letter: 'addressChanged', to: { email: old }, about: { userId } })] : []),
    ...(isMine ? [emailUsers.remove({ email: old }, 'conflict', [['userId', '=', userId]])] : []),
  ]
}
