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
 * Marks an account in a player's family as the player's own: in chat it is a child's account while the player is a minor. Nobody
 * can mark themselves, and an account belongs to one player. Users with other players, and staff, are not children, nor are users
 * who have acted as this player's guardian: otherwise one parent could turn the other's account into a child's and read their
 * messages. For users who came uninvited and have not acted as guardian yet, only an administrator who edits all players of the
 * club may do it, and only if they are not in the player's family.
 */
export async function markPlayerAccount({
  userId: caller,
  me,
  stamp,
  params: { playerId },
  body: { userId },
}: Call<'PUT /rest-api/chat/player-account/{playerId}'>) {
  if (userId === caller) throw new Problem('not_allowed')
  const [member, callers, before] = await Promise.all([
    families.get({ playerId, userId }, { consistent: true }),
    families.get({ playerId, userId: caller }, { consistent: true }),
    playerAccounts.get({ userId }, { consistent: true }),
  ])
  if (member?.relation !== 'own') throw new Problem('not_found')
  if (before?.playerId === playerId) return {}
  const { access } = await meOf({ userId })
  const others = [...access.players, ...access.following].filter(({ id }) => id !== playerId)
  if (others.length > 0 || access.organizations.length > 0) throw new Problem('account_of_adult')
  const organizationId = organizationOf(playerId)
  const acts = await actsAsGuardian(userId, playerId)
  const isClub = callers === undefined && flagsOn((await me).access, { organizationId }).has('canEditPlayers')
  if (acts === true || (acts === 'came' && !isClub)) throw new Problem('account_of_guardian')
  const stillFamily = families.check({ playerId, userId }, [['relation', '=', 'own']], 'not_found')
  const administrators = await organizationAdministrators.of({ organizationId })
  // They and the club are told, so that a mistake, or malice in the family, does not go unnoticed.
  const concerned = administrators.filter((each) => each.flags.includes('canEditPlayers') && each.userId !== userId)
  const told = [userId, ...concerned.slice(0, mostTold).map((each) => each.userId)]
  await write(
    stamp,
    playerAccounts.create({ userId, playerId }, 'already_there'),
    stillFamily,
    ...told.map((to) =>
      outbox.want(stamp, { letter: 'childAccount', to: { userId: to }, about: { playerId, userId } }),
    ),
  )
  return {}
}

/** The most administrators who are told: they fit in the transaction. */
const mostTold = 50

/** Undoes the mark: only for administrators who edit all players of the club, never for the family or the child's coach. */
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
