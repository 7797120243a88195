import { normalEmail } from './emailUsers.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import { all, type Range, startingWith } from './table.ts'

/**
 * A guardian of a player, as the club knows them, with an account (`userId`) or not yet. `householdId` is the same for all
 * guardians that the club has put into one household, for any number of players.
 */
export type Guardian = {
  playerId: string
  guardianId: string
  name: string
  email?: string
  phone?: string
  householdId?: string
  /**
   * When the club revoked their access to the player, or they left while their rights were limited: they are then not included
   * when everybody else is invited. Cleared when they accept an invitation that was sent to them all the same, or are let in on
   * their own request.
   */
  accessTakenAt?: string
}
export const isAccessRevoked = ({ accessTakenAt }: Pick<Guardian, 'accessTakenAt'>): boolean =>
  accessTakenAt !== undefined
type GuardianId = Pick<Guardian, 'playerId' | 'guardianId'>

export const guardians = {
  ...entity<Guardian, GuardianId>('Guardian', {
    key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#GUARDIAN#${id.guardianId}` }),
    gsi1: by(['email', 'playerId'], ({ email, playerId }) => [`GUARDIAN#${normalEmail(email)}`, playerId]),
    gsi2: by(['householdId', 'playerId'], ({ householdId, playerId }) => [`HOUSEHOLD#${householdId}`, playerId]),
  }),
  /** All guardians in a household, one row per player; eventually consistent. */
  household: (householdId: string) =>
    all<Guardian>({ index: 'gsi2', pk: `HOUSEHOLD#${householdId}`, ...startingWith('o') }),
  /** All guardians with an address, whether or not they are the player's family; eventually consistent. */
  withAddress: (email: string): Range => ({
    index: 'gsi1',
    pk: `GUARDIAN#${normalEmail(email)}`,
    ...startingWith('o'),
  }),
  of: (id: { playerId: string }) =>
    all<Guardian>({ pk: playerPartition(id), ...startingWith('PLAYER#GUARDIAN#'), consistent: true }),
}
