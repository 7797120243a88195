import type { chat } from '#shared/api/chat.ts'
import { organizationOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { meOf } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { families } from '../table/players.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { write } from '../table/table.ts'
import { actsAsGuardian } from './actsAsGuardian.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

/**
 * Marks an account of a player's family as the player's own, so that in chat it counts as a child's. Refused for the caller's own account;
 * for an account that is marked already, has other players, is an administrator or coaches in another club; and for one that has acted as
 * a guardian, since a parent could otherwise make the other parent's account a child's, and read along. For an account that came
 * uninvited, and for a coach's, only somebody with the right to all players of the club, who is not family, may do it.
 */
export async function markPlayerAccount({
  userId: caller,
  me,
  stamp,
  params: { playerId },
  body: { userId },
}: Call<'PUT /rest-api/chat/player-account/{playerId}'>) {
  if (userId === caller) throw new Problem('not_allowed')
  const [member, callerMember, before] = await Promise.all([
    families.get({ playerId, userId }, { consistent: true }),
    families.get({ playerId, userId: caller }, { consistent: true }),
    playerAccounts.get({ userId }, { consistent: true }),
  ])
  if (member?.relation !== 'own') throw new Problem('not_found')
  if (before?.playerId === playerId) return {}
  const { access } = await meOf({ userId })
  const otherPlayers = [...access.players, ...access.following].filter(({ id }) => id !== playerId)
  const organizationId = organizationOf(playerId)
  const isClub = callerMember === undefined && flagsOn((await me).access, { organizationId }).has('canEditPlayers')
  // A young coach may be a child; the club, which has appointed them, can tell.
  const mayBeChild = access.organizations.every(({ id, flags }) => isClub && id === organizationId && !flags)
  if (otherPlayers.length > 0 || !mayBeChild) throw new Problem('account_of_adult')
  const guardianEvidence = await actsAsGuardian(userId, playerId)
  if (guardianEvidence === true || (guardianEvidence === 'came' && !isClub)) throw new Problem('account_of_guardian')
  const familyCheck = families.check({ playerId, userId }, [['relation', '=', 'own']], 'not_found')
  const administrators = await organizationAdministrators.of({ organizationId })
  // The owner of the account and the club are mailed, so that a mistake or abuse by another member of the family is noticed.
  const playerEditors = administrators.filter((each) => each.flags.includes('canEditPlayers') && each.userId !== userId)
  const readers = [userId, ...playerEditors.slice(0, maxNotified).map((each) => each.userId)]
  await write(
    stamp,
    playerAccounts.create({ userId, playerId }, 'already_there'),
    familyCheck,
    ...readers.map((to) =>
      outbox.add(stamp, { letter: 'childAccount', to: { userId: to }, about: { playerId, userId } }),
    ),
  )
  return {}
}

/** The most administrators who are mailed, so that the mails fit into the transaction. */
const maxNotified = 50

/** Removes the mark: only by somebody with the right to all players of the club, not by the family or a coach. */
export async function unmarkPlayerAccount({
  userId: caller,
  stamp,
  params: { playerId },
  query: { userId },
}: Call<'DELETE /rest-api/chat/player-account/{playerId}'>) {
  if (userId === caller) throw new Problem('not_allowed')
  const before = await playerAccounts.get({ userId }, { consistent: true })
  if (before?.playerId !== playerId) throw new Problem('not_found')
  await write(stamp, playerAccounts.remove({ userId }, 'conflict', [['playerId', '=', playerId]]))
  return {}
}
