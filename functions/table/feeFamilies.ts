import { playerOf } from '#shared/ids.ts'
import { mergedPlayers } from './mergedPlayers.ts'
import { families, type Family, type Player, players } from './players.ts'
import type { Stored } from './writes.ts'

/** The current player of a fee: the one who was charged, or with whom they were merged; undefined if that player is gone. */
export async function playerOfFee(playerFeeId: string): Promise<Stored<Player> | undefined> {
  const playerId = playerOf(playerFeeId)
  const chargedPlayer = await players.get({ playerId }, { consistent: true })
  if (chargedPlayer) return chargedPlayer
  const currentId = (await mergedPlayers.currentIds([playerId])).get(playerId)
  return currentId === undefined ? undefined : players.get({ playerId: currentId }, { consistent: true })
}

/** The family of the player who was charged with a fee, or with whom they were merged. */
export async function familyOfFee(playerFeeId: string): Promise<Stored<Family>[]> {
  const playerId = playerOf(playerFeeId)
  const family = await families.of({ playerId })
  if (family.length > 0) return family
  const currentId = (await mergedPlayers.currentIds([playerId])).get(playerId)
  return currentId === undefined ? family : families.of({ playerId: currentId })
}
