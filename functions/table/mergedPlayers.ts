import { entity } from './entity.ts'
import { playerPartition } from './players.ts'

type PlayerId = { playerId: string }
/** That a player was made one with another, and with whom: what names them by their id means that one from then on. */
export type MergedPlayer = PlayerId & { keepId: string }

/** So many times, one after the other, the one who was kept may have gone into another. */
const mostTimes = 8

const rows = entity<MergedPlayer, PlayerId>('Merged player', {
  key: (id) => ({ pk: playerPartition(id), sk: 'MERGED' }),
})

export const mergedPlayers = {
  ...rows,
  /** Into whom these went, one after the other, by their ids; who was never merged is left out. */
  ways: async (playerIds: readonly string[]): Promise<Map<string, string[]>> => {
    const found = new Map<string, string[]>()
    let asked = playerIds.map((playerId) => ({ from: playerId, playerId }))
    for (let i = 0; i < mostTimes && asked.length > 0; i++) {
      const steps = await rows.getMany(asked, { consistent: true })
      asked = asked.flatMap(({ from }, at) => {
        const keepId = steps[at]?.keepId
        if (keepId === undefined) return []
        found.set(from, [...(found.get(from) ?? []), keepId])
        return [{ from, playerId: keepId }]
      })
    }
    return found
  },
  /** Who these are by now, by their ids; who was never merged is left out. */
  now: async (playerIds: readonly string[]): Promise<Map<string, string>> => {
    const ways = await mergedPlayers.ways(playerIds)
    return new Map([...ways].flatMap(([from, way]) => way.slice(-1).map((playerId) => [from, playerId])))
  },
}
