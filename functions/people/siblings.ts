/** A player, and the user ids of the family members who are asked or told about them. */
export type WithParents = { playerId: string; parents: readonly string[] }

/** Groups of players who share a parent, directly or through another player of the group. */
export function siblingsIn(all: readonly WithParents[]): WithParents[][] {
  let groups: WithParents[][] = []
  for (const each of all) {
    const isRelated = (group: WithParents[]) =>
      group.some(({ parents }) => parents.some((id) => each.parents.includes(id)))
    const related = groups.filter(isRelated)
    groups = [...groups.filter((group) => !related.includes(group)), [...related.flat(), each]]
  }
  return groups
}
