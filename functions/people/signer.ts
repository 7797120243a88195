import { organizationOf } from '#shared/ids.ts'
import { isOfAge } from '#shared/rules/agreements.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { organizations } from '../table/organizations.ts'
import { type PlayerAccount, playerAccounts } from '../table/playerAccounts.ts'
import { type NamedPlayer, players } from '../table/players.ts'
import { type Profile, profiles, type User } from '../table/profiles.ts'

type Holder = { profile: Pick<Profile, 'firstName' | 'lastName'> | undefined; account: PlayerAccount | undefined }

/**
 * Whether an account belongs to the player: it is marked so, or has their name. A player of age only signs with such an account.
 */
export const isAccountOfPlayer = ({ profile, account }: Holder, player: NamedPlayer): boolean =>
  account?.playerId === player.playerId ||
  (profile !== undefined && fullName(profile).toLowerCase() === fullName(player).toLowerCase())

/** The family members who are the player. */
export async function accountsOfPlayer<Person extends User>(
  family: readonly Person[],
  player: NamedPlayer,
): Promise<Person[]> {
  const [foundProfiles, accounts] = await Promise.all([profiles.getMany(family), playerAccounts.getMany(family)])
  return family.filter((_, i) => isAccountOfPlayer({ profile: foundProfiles[i], account: accounts[i] }, player))
}

/**
 * Whether this user may not sign for the player: the player is of age, by the day in the club's time zone, and it is not their
 * account.
 */
export async function mustSignThemselves({ playerId, userId, now }: { playerId: string; userId: string; now: string }) {
  const [profile, player, account, organization] = await Promise.all([
    profiles.get({ userId }, { consistent: true }),
    players.get({ playerId }, { consistent: true }),
    playerAccounts.get({ userId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(playerId) }),
  ])
  if (!player || !isOfAge(player.bornOn, dayIn(now, organization?.timezone ?? 'UTC'))) return false
  return !isAccountOfPlayer({ profile, account }, player)
}
