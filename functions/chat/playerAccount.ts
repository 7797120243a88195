import type { chat } from '#shared/api/chat.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { meOf } from '../table/me.ts'
import { families } from '../table/players.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { write } from '../table/table.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

/**
 * Says that an account of a player's family is the player's own: in chat it is a child's while they are one. Nobody says so
 * of themselves, and one account is one player's. Who has other players, or runs or coaches something, is no child.
 */
export async function markPlayerAccount({
  userId: caller,
  stamp,
  params: { playerId },
  body: { userId },
}: Call<'PUT /rest-api/chat/player-account/{playerId}'>) {
  if (userId === caller) throw new Problem('not_allowed')
  const [member, before] = await Promise.all([
    families.get({ playerId, userId }, { consistent: true }),
    playerAccounts.get({ userId }, { consistent: true }),
  ])
  if (member?.relation !== 'own') throw new Problem('not_found')
  if (before?.playerId === playerId) return {}
  const { access } = await meOf({ userId })
  const others = [...access.players, ...access.following].filter(({ id }) => id !== playerId)
  if (others.length > 0 || access.organizations.length > 0) throw new Problem('account_of_adult')
  const stillFamily = families.check({ playerId, userId }, [['relation', '=', 'own']], 'not_found')
  await write(stamp, playerAccounts.create({ userId, playerId }, 'already_there'), stillFamily)
  return {}
}

/** Says that it is not, after all: by who edits all players of the club, never by the family or by one who coaches the child. */
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
