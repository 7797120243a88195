import { Problem } from '#shared/problems.ts'
import { emailUsers, normalEmail } from '../table/emailUsers.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import type { Account } from './account.ts'

/**
 * Brings a person's profile, and by which address they are found, up to what the user pool says: an address that was
 * changed and verified there, and a profile that no sign-up made. A name that stands in the profile stays, for it may have
 * been typed in Touchline. Reads the profile and nothing more while nothing differs. Whoever meets a change at the same
 * time leaves everything as it is: the next start asks again.
 * @param ask asks the user pool once more
 */
export async function keepUp(stamp: Stamp, account: Account, ask: () => Promise<Account>): Promise<void> {
  const userId = stamp.actor
  const profile = await profiles.get({ userId })
  const lacks = lacking(profile, account)
  if (profile && Object.keys(lacks).length === 0) return
  try {
    await write(
      stamp,
      profileWrite(userId, profile, lacks),
      ...(await addressWrites(userId, profile, lacks.email, ask)),
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
}

type Lacking = Partial<Pick<Profile, 'email' | 'firstName' | 'lastName'>>

const lacking = (profile: Profile | undefined, { email, firstName, lastName }: Account): Lacking => ({
  ...(email !== undefined && email !== profile?.email && { email }),
  ...(!profile?.firstName && !profile?.lastName && (firstName || lastName) && { firstName, lastName }),
})

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
  userId: string,
  profile: Profile | undefined,
  email: string | undefined,
  ask: () => Promise<Account>,
): Promise<Write[]> {
  if (email === undefined) return []
  const old = profile?.email && normalEmail(profile.email) !== normalEmail(email) ? profile.email : undefined
  const ownerOf = async (address: string) => (await emailUsers.get({ email: address }, { consistent: true }))?.userId
  const owner = await ownerOf(email)
  const isMine = old !== undefined && (await ownerOf(old)) === userId
  if ((await ask()).email !== email) throw new Problem('conflict')
  return [
    emailUsers.upsert({ email }, { set: { userId }, when: [['userId', '=', owner ?? userId]] }),
    ...(isMine ? [emailUsers.remove({ email: old }, 'conflict', [['userId', '=', userId]])] : []),
  ]
}
