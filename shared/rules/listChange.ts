/** What a user has added to and removed from a list, to apply it to the list as others have changed it meanwhile. */
export type ListChange<Item> = { added: readonly Item[]; taken: readonly Item[] }

export const listChange = <Item>(began: readonly Item[], now: readonly Item[]): ListChange<Item> => ({
  added: now.filter((item) => !began.includes(item)),
  taken: began.filter((item) => !now.includes(item)),
})

/** The list with that change, without adding duplicates. */
export const applyListChange = <Item>(current: readonly Item[], { added, taken }: ListChange<Item>): Item[] => [
  ...current.filter((item) => !taken.includes(item)),
  ...added.filter((item) => !current.includes(item)),
]

/** The current list, with the change from `began` to `now`; just `now` if the original is unknown. */
export const rebaseList = <Item>(
  current: readonly Item[],
  now: readonly Item[],
  began: readonly Item[] | undefined,
): Item[] => (began ? applyListChange(current, listChange(began, now)) : [...now])
