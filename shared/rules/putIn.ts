/** What somebody has put into a list and taken out of it. */
export type PutIn<Item> = { added: readonly Item[]; taken: readonly Item[] }

export const putIn = <Item>(began: readonly Item[], now: readonly Item[]): PutIn<Item> => ({
  added: now.filter((item) => !began.includes(item)),
  taken: began.filter((item) => !now.includes(item)),
})

/** A list as it stands with that, whatever others have put in or taken out meanwhile. */
export const withPutIn = <Item>(standing: readonly Item[], { added, taken }: PutIn<Item>): Item[] => [
  ...standing.filter((item) => !taken.includes(item)),
  ...added.filter((item) => !standing.includes(item)),
]

/** The same of a list that comes whole, beside what it was begun with; without that it is the list itself. */
export const onceSaid = <Item>(
  standing: readonly Item[],
  now: readonly Item[],
  began: readonly Item[] | undefined,
): Item[] => (began ? withPutIn(standing, putIn(began, now)) : [...now])
