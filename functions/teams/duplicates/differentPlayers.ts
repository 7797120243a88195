import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { type DistinctPair, distinctPairs } from '../../table/distinctPairs.ts'

/** `mark`: the item that marks these two as different people; it may name ids from before a merge. */
type DifferentPair = { oneId: string; otherId: string; mark: DistinctPair }

/**
 * The pairs that a club has marked as different people, by their current ids after merges; without pairs that were merged with each other.
 * @param isKnown ids of players that the caller knows to exist; the others are looked up
 */
export async function differentPlayers(
  orgId: string,
  isKnown: (playerId: string) => boolean = () => false,
): Promise<DifferentPair[]> {
  const rows = await distinctPairs.of(orgId)
  const idsToResolve = new Set(rows.flatMap(({ oneId, otherId }) => [oneId, otherId]).filter((id) => !isKnown(id)))
  const mergedIds =
    idsToResolve.size > 0 ? await mergedPlayers.currentIds([...idsToResolve]) : new Map<string, string>()
  const currentId = (id: string) => mergedIds.get(id) ?? id
  return rows
    .map((mark) => ({ oneId: currentId(mark.oneId), otherId: currentId(mark.otherId), mark }))
    .filter(({ oneId, otherId }) => oneId !== otherId)
}
