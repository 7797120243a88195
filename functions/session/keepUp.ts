import { Problem } from '#shared/problems.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { emailUsers, normalEmail } from '../table/emailUsers.ts'
import { outbox } from '../table/outbox.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import type { Account } from './account.ts'

/** So many of the addresses that somebody had are kept. */
const mostBefore = 10

/**
 * Brings a person's profile, and by which address they are found, up to what the user pool says: an address that was
 * changed and verified there, and a profile that no sign-up made. A name that stands in the profile stays, for it may have
 * been typed in Touchline. The address before is told of it, by whomever it was changed: nobody else would hear of it. Reads the profile and nothing more while nothing differs. Whoever meets a change at the same
 * time leaves everything as it is: the next start asks again.
 * @param ask asks the user pool once more
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

/** The address that somebody gives up for this one, and all that were theirs; nothing where it is the same in other letters. */
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
 * Takes the new address and gives the old one back. The user pool gives an address to one account at a time, and who asked
 * last is right: so it is asked again after looking whose the address is here, and what was seen must still stand.
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
