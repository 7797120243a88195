import { fullName } from '#shared/rules/names.ts'
import { childrenAmong } from './childAccount.ts'
import { normalEmail } from '../table/emailUsers.ts'
import { familyInvitations } from '../table/familyInvitations.ts'
import { guardians } from '../table/guardians.ts'
import type { PlayerDetails } from '../table/playerDetails.ts'
import { families, playerPartition } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { all, startingWith } from '../table/table.ts'

/** A parent, guardian or contact, as player reports list them. */
export type GrownUp = { name: string; email: string; phone: string }

/**
 * Per player: parents with an account, then guardians whom the club entered without one. One query per player. `alsoAt` holds a
 * parent's other addresses, under which the same person may have been entered: earlier ones of the account, and those of its
 * invitations. `grownAt`: leaves out accounts that are a child's at that time.
 */
export async function grownUpsOf(
  list: readonly { playerId: string }[],
  { grownAt }: { grownAt?: string } = {},
): Promise<ContactData[][]> {
  const ranges = await Promise.all(
    list.map((player) => all<object>({ pk: playerPartition(player), ...startingWith('PLAYER#') })),
  )
  const parents = ranges.map((rows) => families.among(rows).filter(({ relation }) => relation === 'own'))
  const [byId, children] = await Promise.all([
    profiles.byId(parents.flat()),
    grownAt === undefined ? new Set<string>() : childrenAmong(parents.flat(), grownAt, { consistent: false }),
  ])
  return ranges.map((rows, i) => [
    ...(parents[i] ?? []).flatMap(({ userId }) => {
      const profile = children.has(userId) ? undefined : byId.get(userId)
      const invited = familyInvitations.among(rows).filter(({ acceptedBy }) => acceptedBy === userId)
      const alsoAt = [...(profile?.emailsBefore ?? []), ...invited.map(({ email }) => email)]
      return profile ? [{ name: fullName(profile), email: profile.email, alsoAt }] : []
    }),
    ...guardians.among(rows),
  ])
}

/** `alsoAt`: for accounts only. */
type ContactData = {
  name: string
  email?: string | undefined
  phone?: string | undefined
  alsoAt?: readonly string[] | undefined
}

/**
 * Merges these with the contacts in the player's details: a person who appears several times is listed once, with address and
 * phone from any of them.
 */
export function mergeGrownUps(contacts: ContactData[] = [], details: PlayerDetails | undefined): GrownUp[] {
  const merged: (GrownUp & Pick<ContactData, 'alsoAt'>)[] = []
  for (const { name, email = '', phone = '', alsoAt } of [...contacts, ...(details?.contacts ?? [])] as ContactData[]) {
    const address = normalEmail(email)
    const isSame = (each: GrownUp) =>
      address === '' || each.email === '' ? each.name === name : normalEmail(each.email) === address
    // Two accounts are two people, even if one now has the address that the other had.
    const existing = alsoAt ? undefined : (merged.find(isSame) ?? merged.find((each) => each.alsoAt?.includes(address)))
    if (!existing) merged.push({ name, email, phone, alsoAt })
    else Object.assign(existing, { email: existing.email || email, phone: existing.phone || phone })
  }
  return merged.map(({ alsoAt: _alsoAt, ...each }) => each)
}
