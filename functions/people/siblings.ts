/** A player, and who of their family is asked or told about them. */
export type WithParents = { playerId: string; parents: readonly string[] }

/** Those who have a parent in common, and who is so through them. */
export function siblingsIn(all: readonly WithParents[]): WithParents[][] {
  let groups: WithParents[][] = []
  for (const each of all) {
    const isKin = (group: WithParents[]) => group.some(({ parents }) => parents.some((id) => each.parents.includes(id)))
    const kin = groups.filter(isKin)
    groups = [...groups.filter((group) => !kin.includes(group)), [...kin.flat(), each]]
  }
  return groups
}
