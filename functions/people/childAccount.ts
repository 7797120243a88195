import { isMinor } from '#shared/rules/chatSafety.ts'
import { earliestDayAnywhere } from '#shared/rules/days.ts'
import { type PlayerAccount, playerAccounts } from '../table/playerAccounts.ts'
import { players } from '../table/players.ts'
import type { User } from '../table/profiles.ts'

/** A player's own account, and that player's date of birth, if known. */
type DatedAccount = PlayerAccount & { bornOn: string | undefined }
const consistentRead = { consistent: true }

/** Each account with its player's date of birth. */
export async function withBirthDates(
  accounts: readonly PlayerAccount[],
  readOptions = consistentRead,
): Promise<DatedAccount[]> {
  const playerRows = await players.getMany(accounts, readOptions)
  return accounts.map(({ userId, playerId }, i) => ({ userId, playerId, bornOn: playerRows[i]?.bornOn }))
}

/** The accounts among these people that are a player's own. */
export async function playerAccountsAmong(
  people: readonly User[],
  readOptions = consistentRead,
): Promise<DatedAccount[]> {
  const accounts = await playerAccounts.getMany(people, readOptions)
  return withBirthDates(
    accounts.filter((account) => account !== undefined),
    readOptions,
  )
}

/** The user ids of those whose account is a child's: the player's in question, or a sibling's. */
export async function childrenAmong(
  people: readonly User[],
  now: string,
  readOptions = consistentRead,
): Promise<ReadonlySet<string>> {
  const accounts = await playerAccountsAmong(people, readOptions)
  return new Set(accounts.filter(({ bornOn }) => isMinor(bornOn, earliestDayAnywhere(now))).map(({ userId }) => userId))
}

/** Those whose account is not a child's, for what is meant for parents and guardians. */
export async function grownUpsAmong<Person extends User>(people: readonly Person[], now: string): Promise<Person[]> {
  const children = await childrenAmong(people, now)
  return people.filter(({ userId }) => !children.has(userId))
}

/**
 * The people who get mail about money and places. A child's account cannot pay or take a place: it gets such mail only if there
 * is nobody else.
 */
export async function notifiedAmong<Person extends User>(people: readonly Person[], now: string): Promise<Person[]> {
  if (people.length < 2) return [...people]
  const grownUps = await grownUpsAmong(people, now)
  return grownUps.length > 0 ? grownUps : [...people]
}

/**
 * Whether a player would have no parent or guardian without this one. A child's own account does not count: it may not change
 * consents, health notes or emergency contacts, so nobody in the family could correct or withdraw these.
 */
export const isLeftAlone = (
  family: readonly { userId: string; relation: 'own' | 'following' }[],
  withoutUserId: string,
  children: ReadonlySet<string>,
): boolean =>
  family.every(({ userId, relation }) => relation !== 'own' || userId === withoutUserId || children.has(userId))

/** Whether the account is a child's. */
export const isChildAccount = async (userId: string, now: string): Promise<boolean> =>
  (await childrenAmong([{ userId }], now)).has(userId)
