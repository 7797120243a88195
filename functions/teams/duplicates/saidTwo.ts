import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { type TwoPlayers, twoPlayers } from '../../table/twoPlayers.ts'

/** `said`: the item that marks these two as different people; it may name ids from before a merge. */
type Two = { oneId: string; otherId: string; said: TwoPlayers }

/**
 * The pairs that a club has marked as different people, under their current ids: a player merged with a third is still not the
 * second. Pairs that have been merged with each other are left out.
 * @param isThere whether the caller knows that a player was never merged; all others are looked up
 */
export async function saidTwo(orgId: string, isThere: (playerId: string) => boolean = () => false): Promise<Two[]> {
  const rows = await twoPlayers.of(orgId)
  const asked = new Set(rows.flatMap(({ oneId, otherId }) => [oneId, otherId]).filter((id) => !isThere(id)))
  const became = asked.size > 0 ? await mergedPlayers.now([...asked]) : new Map<string, string>()
  const now = (id: string) => became.get(id) ?? id
  return rows
    .map((said) => ({ oneId: now(said.oneId), otherId: now(said.otherId), said }))
    .filter(({ oneId, otherId }) => oneId !== otherId)
}
