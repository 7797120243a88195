import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { all } from './table.ts'

/**
 * Whose own account this is: that of a player of a club, as their family or the club has said. Whether they are a child, the
 * player's date of birth says.
 */
export type PlayerAccount = User & { playerId: string }
const accountOf = (playerId: string) => `PLAYS-AS#${playerId}`
export const playerAccounts = {
  ...entity<PlayerAccount, User>('Account of a player', {
    key: (id) => ({ pk: userPartition(id), sk: 'PLAYS-AS' }),
    gsi2: by(['playerId'], ({ playerId }) => [accountOf(playerId), 'ACCOUNT']),
  }),
  /** The accounts that are this player's own, as they were a moment ago. */
  of: (playerId: string) =>
    all<PlayerAccount>({ index: 'gsi2', pk: accountOf(playerId), from: 'ACCOUNT', to: 'ACCOUNT' }),
}
