import { entity } from './entity.ts'
import { playerPartition } from './players.ts'

type PlayerId = { playerId: string }
/** The player with whom a player was merged: references to the old id mean that one from then on. */
export type MergedPlayer = PlayerId & { keepId: string }

/** How many merges in a row are followed. */
const maxMerges = 8

const rows = entity<MergedPlayer, PlayerId>('Merged player', {
  key: (id) => ({ pk: playerPartition(id), sk: 'MERGED' }),
})

export const mergedPlayers = {
  ...rows,
  /** The ids that these players were merged into, in order, by the original id; players who were never merged are left out. */
  mergeChains: async (playerIds: readonly string[]): Promise<Map<string, string[]>> => {
    const chains = new Map<string, string[]>()
    let pending = playerIds.map((playerId) => ({ from: playerId, playerId }))
    for (let i = 0; i < maxMerges && pending.length > 0; i++) {
      const merged = await rows.getMany(pending, { consistent: true })
      pending = pending.flatMap(({ from }, at) => {
        const keepId = merged[at]?.keepId
        if (keepId === undefined) return []
        chains.set(from, [...(chains.get(from) ?? []), keepId])
        return [{ from, playerId: keepId }]
      })
    }
    return chains
  },
  /** The current ids of these players, keyed by the original id; players who were never merged are left out. */
  currentIds: async (playerIds: readonly string[]): Promise<Map<string, string>> => {
    const chains = await mergedPlayers.mergeChains(playerIds)
    return new Map([...chains].flatMap(([from, chain]) => chain.slice(-1).map((playerId) => [from, playerId])))
  },
}
