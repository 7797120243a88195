import { Problem } from '#shared/problems.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { emailUsers, normalEmail } from '../table/emailUsers.ts'
import { outbox } from '../table/outbox.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import type { Account } from './account.ts'

/** The most earlier addresses kept per user. */
const mostBefore = 10

/**
 * Brings a user's profile and address index in line with the user pool: an address that was changed and verified there, or a
 * profile that no sign-up created. A name in the profile stays, as it may have been entered in Touchline. The old address is
 * mailed about a change, no matter who made it: its holder would not learn of it otherwise. Reads only the profile if nothing
 * differs. On a conflict everything is left as is: the next start retries. @param ask asks the user pool again
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

/** The address given up for this one, and all earlier ones; nothing if it differs only in case. */
function before(profile: Profile | undefined, email: string): Pick<Lacking, 'emailsBefore'> {
  const old = givenUp(profile, email)
  if (old === undefined) return {}
  const earlier = [old, ...(profile?.emailsBefore ?? [])].map(normalEmail)
  return { emailsBefore: [...new Set(earlier)].filter((each) => each !== normalEmail(email)).slice(0, mostBefore) }
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
 * Takes the new address and releases the old one. The user pool gives an address to one account at a time, and its latest answer
 * is right: so it is asked again after reading who has the address here, and what was read must still hold.
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
    ...(old ? [outbox.want(stamp, { letter: 'addressChanged', to: { email: old }, about: { userId } })] : []),
    ...(isMine ? [emailUsers.remove({ email: old }, 'conflict', [['userId', '=', userId]])] : []),
  ]
}
