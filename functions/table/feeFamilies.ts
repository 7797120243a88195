import { playerOf } from '#shared/ids.ts'
import { mergedPlayers } from './mergedPlayers.ts'
import { families, type Family, type Player, players } from './players.ts'
import type { Stored } from './writes.ts'

/** The current player of a fee: the one who was charged, or with whom they were merged; undefined if that player is gone. */
export async function playerOfFee(playerFeeId: string): Promise<Stored<Player> | undefined> {
  const playerId = playerOf(playerFeeId)
  const charged = await players.get({ playerId }, { consistent: true })
  if (charged) return charged
  const now = (await mergedPlayers.now([playerId])).get(playerId)
  return now === undefined ? undefined : players.get({ playerId: now }, { consistent: true })
}

/** The family of the player who was charged with a fee, or with whom they were merged. */
export async function familyOfFee(playerFeeId: string): Promise<Stored<Family>[]> {
  const playerId = playerOf(playerFeeId)
  const family = await families.of({ playerId })
  if (family.length > 0) return family
  const now = (await mergedPlayers.now([playerId])).get(playerId)
  return now === undefined ? family : families.of({ playerId: now })
}
