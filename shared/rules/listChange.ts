/** What somebody has added to a list and taken out of it, so that it can be applied to what others have made of the list meanwhile. */
export type ListChange<Item> = { added: readonly Item[]; taken: readonly Item[] }

export const listChange = <Item>(began: readonly Item[], now: readonly Item[]): ListChange<Item> => ({
  added: now.filter((item) => !began.includes(item)),
  taken: began.filter((item) => !now.includes(item)),
})

/** A list with that change; without duplicates of what is in it already. */
export const applyListChange = <Item>(standing: readonly Item[], { added, taken }: ListChange<Item>): Item[] => [
  ...standing.filter((item) => !taken.includes(item)),
  ...added.filter((item) => !standing.includes(item)),
]

/** The list as it stands, with the change from `began` to `now`; `now` itself if it is not known what was begun with. */
export const rebaseList = <Item>(
  standing: readonly Item[],
  now: readonly Item[],
  began: readonly Item[] | undefined,
): Item[] => (began ? applyListChange(standing, listChange(began, now)) : [...now])
