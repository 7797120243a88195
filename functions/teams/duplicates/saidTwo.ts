import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { type DistinctPair, distinctPairs } from '../../table/distinctPairs.ts'

/** `said`: the item that marks these two as different people; it may name ids from before a merge. */
type Two = { oneId: string; otherId: string; said: DistinctPair }

/**
 * The pairs that a club has marked as different people, by their current ids after merges; without pairs that were merged with each other.
 * @param isThere ids of players that the caller knows to exist; the others are looked up
 */
export async function saidTwo(orgId: string, isThere: (playerId: string) => boolean = () => false): Promise<Two[]> {
  const rows = await distinctPairs.of(orgId)
  const asked = new Set(rows.flatMap(({ oneId, otherId }) => [oneId, otherId]).filter((id) => !isThere(id)))
  const became = asked.size > 0 ? await mergedPlayers.currentIds([...asked]) : new Map<string, string>()
  const now = (id: string) => became.get(id) ?? id
  return rows
    .map((said) => ({ oneId: now(said.oneId), otherId: now(said.otherId), said }))
    .filter(({ oneId, otherId }) => oneId !== otherId)
}
