import { teamOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type ChatPerson, chatVerdict, isMinor } from '#shared/rules/chatSafety.ts'
import { earliestDayAnywhere } from '#shared/rules/days.ts'
import { grownUpsAmong, withBirthDates } from '../people/childAccount.ts'
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
 * writing coach does not count as that guardian. Returns conditions that hold while that is so, for the transaction that writes
 * the comment. Throws `chat_needs_adult`.
 */
export async function requireSecondAdult({ about, playerIds, readWith, userId, now }: Comment): Promise<Write[]> {
  const teamId = teamOf(about)
  const coaches = teamId === undefined ? [] : await teamAdministrators.of({ teamId })
  const [coach] = await adultsAmong(
    coaches.filter((each) => each.userId !== userId && readWith.some((flag) => each.flags.includes(flag))),
    now,
  )
  // Two adults are enough, regardless of who else reads it.
  if (coach && teamId !== undefined) return [teamAdministrators.checkUnchanged({ userId: coach.userId, teamId }, coach)]
  const accounts = (await Promise.all(playerIds.map(playerAccounts.of))).flat()
  if (accounts.length === 0) return []
  const children = (await withBirthDates(accounts)).filter(({ bornOn }) => isMinor(bornOn, earliestDayAnywhere(now)))
  if (children.length === 0) return []
  const family = await guardiansOf(playerIds)
  const guardians = await adultsAmong(
    family.filter((guardian) => guardian.userId !== userId),
    now,
  )
  const people: ChatPerson[] = [
    ...children.map((account) => ({ userId: account.userId, minor: account.playerId, guardianOf: [] })),
    {
      userId,
      guardianOf: [],
      by: { hasSession: true, as: 'staff', orgUnitId: teamId ?? about, flags: [] },
    },
    ...guardians.map(
      ({ userId: guardian, playerId }): ChatPerson => ({
        userId: guardian,
        guardianOf: [playerId],
        by: { hasSession: true, as: 'family', playerId },
      }),
    ),
  ]
  if (chatVerdict(people).stopped) throw new Problem('chat_needs_adult')
  return guardians
    .slice(0, 1)
    .map(({ playerId, userId: guardian, version }) =>
      families.check({ playerId, userId: guardian }, ifUnchanged({ version })),
    )
}

/** Those who can read it as adults: a young coach's account may be a child's own, and our staff may have disabled an account. */
async function adultsAmong<Person extends User>(people: readonly Person[], now: string): Promise<Person[]> {
  const grownUps = await grownUpsAmong(people, now)
  const found = await sessions.getMany(grownUps, { consistent: true })
  return grownUps.filter((_, i) => found[i]?.disabled !== true)
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
