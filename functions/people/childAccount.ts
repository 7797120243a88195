import { isMinor } from '#shared/rules/chatSafety.ts'
import { dayBehind } from '#shared/rules/days.ts'
import { type PlayerAccount, playerAccounts } from '../table/playerAccounts.ts'
import { players } from '../table/players.ts'
import type { User } from '../table/profiles.ts'

/** A player's own account, and the date of birth of that player, if it is known. */
type DatedAccount = PlayerAccount & { bornOn: string | undefined }
const asOfNow = { consistent: true }

/** Each account with the date of birth of its player. */
export async function withBirthDates(accounts: readonly PlayerAccount[], how = asOfNow): Promise<DatedAccount[]> {
  const found = await players.getMany(accounts, how)
  return accounts.map(({ userId, playerId }, i) => ({ userId, playerId, bornOn: found[i]?.bornOn }))
}

/** Of these people, those whose account belongs to a player themselves. */
export async function playerAccountsAmong(people: readonly User[], how = asOfNow): Promise<DatedAccount[]> {
  const accounts = await playerAccounts.getMany(people, how)
  return withBirthDates(
    accounts.filter((account) => account !== undefined),
    how,
  )
}

/** The user ids of these people whose account belongs to a child: to the player in question or to a sibling. */
export async function childrenAmong(people: readonly User[], now: string, how = asOfNow): Promise<ReadonlySet<string>> {
  const held = await playerAccountsAmong(people, how)
  return new Set(held.filter(({ bornOn }) => isMinor(bornOn, dayBehind(now))).map(({ userId }) => userId))
}

/** Those of these people whose account is no child’s: what is for a parent or guardian is for them. */
export async function grownUpsAmong<Person extends User>(people: readonly Person[], now: string): Promise<Person[]> {
  const children = await childrenAmong(people, now)
  return people.filter(({ userId }) => !children.has(userId))
}

/**
 * Whom of these people mails of money and of places go to. A child’s account pays nothing and takes no place: it is told where there is
 * nobody else to tell.
 */
export async function toldAmong<Person extends User>(people: readonly Person[], now: string): Promise<Person[]> {
  if (people.length < 2) return [...people]
  const grownUps = await grownUpsAmong(people, now)
  return grownUps.length > 0 ? grownUps : [...people]
}

/**
 * Whether a player would have no parent or guardian without this one. A child's own account does not count: it may not change consents,
 * health notes or emergency contacts, so nobody of the family could correct these or take them back.
 */
export const isLeftAlone = (
  family: readonly { userId: string; relation: 'own' | 'following' }[],
  without: string,
  children: ReadonlySet<string>,
): boolean => family.every(({ userId, relation }) => relation !== 'own' || userId === without || children.has(userId))

/** Whether somebody's account is a child's. */
export const isChildAccount = async (userId: string, now: string): Promise<boolean> =>
  (await childrenAmong([{ userId }], now)).has(userId)
