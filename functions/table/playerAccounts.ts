import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { all } from './table.ts'

/**
 * The player whose own account this is, as their family or the club has set. Whether they are a child depends on the player's
 * date of birth.
 */
export type PlayerAccount = User & { playerId: string }
const accountPartition = (playerId: string) => `PLAYS-AS#${playerId}`
export const playerAccounts = {
  ...entity<PlayerAccount, User>('Account of a player', {
    key: (id) => ({ pk: userPartition(id), sk: 'PLAYS-AS' }),
    gsi2: by(['playerId'], ({ playerId }) => [accountPartition(playerId), 'ACCOUNT']),
  }),
  /** The accounts that are this player's own; eventually consistent. */
  of: (playerId: string) =>
    all<PlayerAccount>({ index: 'gsi2', pk: accountPartition(playerId), from: 'ACCOUNT', to: 'ACCOUNT' }),
}
