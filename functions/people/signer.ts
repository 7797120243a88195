import { organizationOf } from '#shared/ids.ts'
import { isOfAge } from '#shared/rules/agreements.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { organizations } from '../table/organizations.ts'
import { type PlayerAccount, playerAccounts } from '../table/playerAccounts.ts'
import { type NamedPlayer, players } from '../table/players.ts'
import { type Profile, profiles, type User } from '../table/profiles.ts'

type Holder = { profile: Pick<Profile, 'firstName' | 'lastName'> | undefined; account: PlayerAccount | undefined }

/** Whether an account is a player's own: it is said to be, or it is in their name. Who is of age agrees by such a one alone. */
export const isTheirs = ({ profile, account }: Holder, player: NamedPlayer): boolean =>
  account?.playerId === player.playerId ||
  (profile !== undefined && fullName(profile).toLowerCase() === fullName(player).toLowerCase())

/** Those of a player's family who are the player. */
export async function themselves<Person extends User>(
  family: readonly Person[],
  player: NamedPlayer,
): Promise<Person[]> {
  const [found, accounts] = await Promise.all([profiles.getMany(family), playerAccounts.getMany(family)])
  return family.filter((_, i) => isTheirs({ profile: found[i], account: accounts[i] }, player))
}

/** Whether a player is of age, where their club is, and it is not they who ask: then nobody signs for them. */
export async function onlyTheySign({ playerId, userId, now }: { playerId: string; userId: string; now: string }) {
  const [profile, player, account, organization] = await Promise.all([
    profiles.get({ userId }, { consistent: true }),
    players.get({ playerId }, { consistent: true }),
    playerAccounts.get({ userId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(playerId) }),
  ])
  if (!player || !isOfAge(player.bornOn, dayIn(now, organization?.timezone ?? 'UTC'))) return false
  return !isTheirs({ profile, account }, player)
}
