import { fullName } from '#shared/rules/names.ts'
import { type PlayerAccount, playerAccounts } from '../table/playerAccounts.ts'
import type { Player } from '../table/players.ts'
import { type Profile, profiles, type User } from '../table/profiles.ts'

type Holder = { profile: Pick<Profile, 'firstName' | 'lastName'> | undefined; account: PlayerAccount | undefined }
type Named = Pick<Player, 'playerId' | 'firstName' | 'lastName'>

/** Whether an account is a player's own: it is said to be, or it is in their name. Who is of age agrees by such a one alone. */
export const isTheirs = ({ profile, account }: Holder, player: Named): boolean =>
  account?.playerId === player.playerId ||
  (profile !== undefined && fullName(profile).toLowerCase() === fullName(player).toLowerCase())

/** Those of a player's family who are the player. */
export async function themselves<Person extends User>(family: readonly Person[], player: Named): Promise<Person[]> {
  const [found, accounts] = await Promise.all([profiles.getMany(family), playerAccounts.getMany(family)])
  return family.filter((_, i) => isTheirs({ profile: found[i], account: accounts[i] }, player))
}
