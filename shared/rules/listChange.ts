/** What a user has added to and removed from a list, to apply it to the list as others have changed it meanwhile. */
export type ListChange<Item> = { added: readonly Item[]; removed: readonly Item[] }

export const listChange = <Item>(original: readonly Item[], edited: readonly Item[]): ListChange<Item> => ({
  added: edited.filter((item) => !original.includes(item)),
  removed: original.filter((item) => !edited.includes(item)),
})

/** The list with that change, without adding duplicates. */
export const applyListChange = <Item>(current: readonly Item[], { added, removed }: ListChange<Item>): Item[] => [
  ...current.filter((item) => !removed.includes(item)),
  ...added.filter((item) => !current.includes(item)),
]

/** The current list, with the change from `original` to `edited`; just `edited` if the original is unknown. */
export const rebaseList = <Item>(
  current: readonly Item[],
  edited: readonly Item[],
  original: readonly Item[] | undefined,
): Item[] => (original ? applyListChange(current, listChange(original, edited)) : [...edited])
