import type { chat } from '#shared/api/chat.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { families } from '../table/players.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { write } from '../table/table.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

/**
 * Says that an account of a player's family is the player's own: in chat it is a child's while they are one. Nobody says so
 * of themselves, and one account is one player's.
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
  if (!member) throw new Problem('not_found')
  if (before?.playerId === playerId) return {}
  const stillFamily = families.check({ playerId, userId }, [], 'not_found')
  await write(stamp, playerAccounts.create({ userId, playerId }, 'already_there'), stillFamily)
  return {}
}

/** Says that it is not, after all: by who edits players, never by the family, so that no child does it in their name. */
export async function unmarkPlayerAccount({
  stamp,
  params: { playerId },
  query: { userId },
}: Call<'DELETE /rest-api/chat/player-account/{playerId}'>) {
  const before = await playerAccounts.get({ userId }, { consistent: true })
  if (before?.playerId !== playerId) throw new Problem('not_found')
  await write(stamp, playerAccounts.remove({ userId }, 'conflict', [['playerId', '=', playerId]]))
  return {}
}
