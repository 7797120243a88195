import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { type TwoPlayers, twoPlayers } from '../../table/twoPlayers.ts'

/** `said`: the row by which these two are said to be two, which may name whom they were before a merge. */
type Two = { oneId: string; otherId: string; said: TwoPlayers }

/**
 * Of whom a club has said that they are two, as who they are now: whoever was made one with a third is another than the second
 * all the same. Two who have become one since are none.
 * @param isThere who was never merged, as far as the caller knows; of all others it is looked up
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
