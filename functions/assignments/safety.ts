import { teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { type ChatPerson, chatVerdict, isMinor } from '#shared/rules/chatSafety.ts'
import { teamAdministrators } from '../table/administrators.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { families, guardiansWith, players } from '../table/players.ts'
import type { Write } from '../table/writes.ts'

type Comment = { assignmentId: string; playerId: string; userId: string; now: string }

/**
 * What a coach writes to a player is under the rule of conversations: one adult and one child are never alone in it. With a
 * child who has an account of their own it is read by a guardian or by another coach of the team; gives the writes that hold
 * while that is so.
 */
export async function readByOthers({ assignmentId, playerId, userId, now }: Comment): Promise<Write[]> {
  const accounts = await playerAccounts.of(playerId)
  if (accounts.length === 0) return []
  const teamId = teamOf(assignmentId)
  const [player, family, coaches] = await Promise.all([
    players.get({ playerId }, { consistent: true }),
    families.of({ playerId }),
    teamId === undefined ? [] : teamAdministrators.of({ teamId }),
  ])
  if (!isMinor(player?.bornOn, now.slice(0, 10))) return []
  // Who may not see the player does not read it, nor does a coach who may not open what players answer.
  const own = guardiansWith(family, 'sees')
  const held = await playerAccounts.getMany(
    own.map((each) => ({ userId: each.userId })),
    { consistent: true },
  )
  const reading = own.filter((_, i) => !held[i])
  const guardians = reading.map((guardian) => guardian.userId)
  const others = coaches.filter((coach) => coach.flags.includes('canEditTeam') && coach.userId !== userId)
  const asFamily = { by: { hasSession: true, as: 'family', playerId } } as const
  const asStaff = { by: { hasSession: true, as: 'staff', orgUnitId: teamId ?? assignmentId, flags: [] } } as const
  const people: ChatPerson[] = [
    ...accounts.map((account) => ({ userId: account.userId, minor: playerId, guardianOf: [] })),
    { userId, guardianOf: guardians.includes(userId) ? [playerId] : [], ...asStaff },
    ...guardians
      .filter((guardian) => guardian !== userId)
      .map((guardian) => ({ userId: guardian, guardianOf: [playerId], ...asFamily })),
    ...others.map((coach) => ({ userId: coach.userId, guardianOf: [], ...asStaff })),
  ]
  if (chatVerdict(people).stopped) throw new Problem('chat_needs_adult')
  const [guardian] = reading
  const [coach] = others
  if (guardian)
    return [families.check({ playerId, userId: guardian.userId }, [['version', '=', guardian.version]], 'conflict')]
  return coach && teamId !== undefined ? [teamAdministrators.unchanged({ userId: coach.userId, teamId }, coach)] : []
}
