import { teamOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { isMinor } from '#shared/rules/chatSafety.ts'
import { earliestDayAnywhere } from '#shared/rules/days.ts'
import { grownUpsAmong, isChildAccount, withBirthDates } from '../people/childAccount.ts'
import { teamAdministrators } from '../table/administrators.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { families, guardiansWith } from '../table/players.ts'
import type { User } from '../table/profiles.ts'
import { sessions } from '../table/sessions.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

type Comment = {
  /** What it is about: an assignment or a recording, of a team or of the club. */
  about: string
  /** The players whose families read it. */
  playerIds: readonly string[]
  /** Another coach of the team with one of these rights reads it too. */
  readWith: readonly Flag[]
  userId: string
  now: string
}

/**
 * Applies the chat rule, that an adult and a child are never alone in a conversation, to a coach's comments for players. If a
 * child with an account would read it, another coach of the team or a guardian of the players must be able to read it too; the
 * writing coach does not count as that guardian. A coach who is a child needs two of these, whoever reads it. Returns conditions that
 * hold while that is so, for the transaction that writes the comment. Throws `chat_needs_adult`.
 */
export async function requireSecondAdult({ about, playerIds, readWith, userId, now }: Comment): Promise<Write[]> {
  const teamId = teamOf(about)
  const coaches = teamId === undefined ? [] : await teamAdministrators.of({ teamId })
  const readers = coaches.filter((each) => each.userId !== userId && readWith.some((flag) => each.flags.includes(flag)))
  const [adultCoaches, isYoung] = await Promise.all([adultsAmong(readers, now), isChildAccount(userId, now)])
  const needed = isYoung ? 2 : 1
  /** By user: somebody may be both, or a guardian of several players. */
  const adults = new Map<string, Write>()
  for (const coach of adultCoaches)
    adults.set(coach.userId, teamAdministrators.checkUnchanged({ userId: coach.userId, teamId: teamId ?? '' }, coach))
  // Enough adults are enough, regardless of who else reads it.
  if (adults.size < needed) {
    if (!isYoung && !(await isReadByChild(playerIds, now))) return []
    const family = await guardiansOf(playerIds)
    const guardians = await adultsAmong(
      family.filter((guardian) => guardian.userId !== userId && !adults.has(guardian.userId)),
      now,
    )
    for (const { playerId, userId: guardian, version } of guardians)
      adults.set(guardian, families.check({ playerId, userId: guardian }, ifUnchanged({ version })))
  }
  if (adults.size < needed) throw new Problem('chat_needs_adult')
  return [...adults.values()].slice(0, needed)
}

/** Whether one of these players has an account of their own, and is a child. */
async function isReadByChild(playerIds: readonly string[], now: string): Promise<boolean> {
  const accounts = (await Promise.all(playerIds.map(playerAccounts.of))).flat()
  const dated = await withBirthDates(accounts)
  return dated.some(({ bornOn }) => isMinor(bornOn, earliestDayAnywhere(now)))
}

/** Those who can read it as adults: a young coach's account may be a child's own, and our staff may have disabled an account. */
async function adultsAmong<Person extends User>(people: readonly Person[], now: string): Promise<Person[]> {
  const grownUps = await grownUpsAmong(people, now)
  const grownUpSessions = await sessions.getMany(grownUps, { consistent: true })
  return grownUps.filter((_, i) => grownUpSessions[i]?.disabled !== true)
}

/** The players' guardians who can see comments to them, without accounts that are a player's own. */
async function guardiansOf(playerIds: readonly string[]) {
  const guardianLists = await Promise.all(
    playerIds.map(async (playerId) => {
      const family = await families.of({ playerId })
      return guardiansWith(family, 'sees').map((each) => ({ ...each, playerId }))
    }),
  )
  const allGuardians = guardianLists.flat()
  const accounts = await playerAccounts.getMany(
    allGuardians.map(({ userId }) => ({ userId })),
    { consistent: true },
  )
  return allGuardians.filter((_, i) => !accounts[i])
}
