import { normalEmail } from './emailUsers.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import { all, type Range, startingWith } from './table.ts'

/**
 * A grown-up of a player, as the club knows them: with an account (`userId`) or not yet. `householdId` is the same for
 * everybody whom the club has said to be one household, of any number of players.
 */
export type Guardian = {
  playerId: string
  guardianId: string
  name: string
  email?: string
  phone?: string
  householdId?: string
  /**
   * When the club took their access to the player from them, or they left with rights that it had limited: they are not
   * invited along with everybody else then. It goes once they take up an invitation that they were sent all the same, or are
   * let in as they have asked.
   */
  accessTakenAt?: string
}
export const isTaken = ({ accessTakenAt }: Pick<Guardian, 'accessTakenAt'>): boolean => accessTakenAt !== undefined
type GuardianId = Pick<Guardian, 'playerId' | 'guardianId'>

export const guardians = {
  ...entity<Guardian, GuardianId>('Guardian', {
    key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#GUARDIAN#${id.guardianId}` }),
    gsi1: by(['email', 'playerId'], ({ email, playerId }) => [`GUARDIAN#${normalEmail(email)}`, playerId]),
    gsi2: by(['householdId', 'playerId'], ({ householdId, playerId }) => [`HOUSEHOLD#${householdId}`, playerId]),
  }),
  /** All grown-ups of a household, beside each of its players; a moment behind. */
  household: (householdId: string) =>
    all<Guardian>({ index: 'gsi2', pk: `HOUSEHOLD#${householdId}`, ...startingWith('o') }),
  /** Wherever clubs know a grown-up by an address, family of the player or not; a moment behind. */
  withAddress: (email: string): Range => ({
    index: 'gsi1',
    pk: `GUARDIAN#${normalEmail(email)}`,
    ...startingWith('o'),
  }),
  of: (id: { playerId: string }) =>
    all<Guardian>({ pk: playerPartition(id), ...startingWith('PLAYER#GUARDIAN#'), consistent: true }),
}
