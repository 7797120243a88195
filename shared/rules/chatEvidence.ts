/** An entry of a hash chain: its content, the previous hash, and the hash over both. */
export type Link = { entry: unknown; before: string; hash: string }

/** A canonical JSON text: independent of the order of keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

const none = '0'.repeat(64)
type Hash = (text: string) => string

/** Entries as a hash chain: changing, removing or inserting one breaks it from there on. */
export function chained(entries: readonly unknown[], hashOf: Hash): Link[] {
  let before = none
  return entries.map((entry) => {
    const link = { entry, before, hash: hashOf(`${before}\n${canonical(entry)}`) }
    before = link.hash
    return link
  })
}

/** The index of the first broken entry; undefined if the chain is intact. */
export function brokenAt(chain: readonly Link[], hashOf: Hash): number | undefined {
  const right = chained(
    chain.map(({ entry }) => entry),
    hashOf,
  )
  const at = chain.findIndex(({ before, hash }, i) => before !== right[i]?.before || hash !== right[i]?.hash)
  return at < 0 ? undefined : at
}
export const headOf = (chain: readonly Link[]): string => chain.at(-1)?.hash ?? none
