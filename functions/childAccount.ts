import { isMinor } from '#shared/rules/chatSafety.ts'
import { dayBehind } from '#shared/rules/days.ts'
import { type PlayerAccount, playerAccounts } from './table/playerAccounts.ts'
import { players } from './table/players.ts'
import type { User } from './table/profiles.ts'

/** A player's own account, and when that player was born, as far as it is known. */
type Held = PlayerAccount & { bornOn: string | undefined }
const asOfNow = { consistent: true }

/** Of whom players' own accounts are. */
export async function heldBy(accounts: readonly PlayerAccount[], how = asOfNow): Promise<Held[]> {
  const found = await players.getMany(accounts, how)
  return accounts.map(({ userId, playerId }, i) => ({ userId, playerId, bornOn: found[i]?.bornOn }))
}

/** Those of these people whose account is a player's own. */
export async function playersOwn(people: readonly User[], how = asOfNow): Promise<Held[]> {
  const accounts = await playerAccounts.getMany(people, how)
  return heldBy(
    accounts.filter((account) => account !== undefined),
    how,
  )
}

/** Those of these people whose account is a child's, be it the player's who is asked about or a brother's or sister's. */
export async function childrenAmong(people: readonly User[], now: string, how = asOfNow): Promise<ReadonlySet<string>> {
  const held = await playersOwn(people, how)
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
 * Whether no parent or guardian of a player is left without this one. A child's own account says nothing of pictures, health and whom
 * to call: what stayed with it alone nobody of the family could correct or take back.
 */
export const isLeftAlone = (
  family: readonly { userId: string; relation: 'own' | 'following' }[],
  without: string,
  children: ReadonlySet<string>,
): boolean => family.every(({ userId, relation }) => relation !== 'own' || userId === without || children.has(userId))

/** Whether somebody's account is a child's. */
export const isAChild = async (userId: string, now: string): Promise<boolean> =>
  (await childrenAmong([{ userId }], now)).has(userId)
