/** An entry of a hash chain: its content, the previous entry's hash, and its own hash over both. */
export type Link = { entry: unknown; before: string; hash: string }

/** Canonical JSON: equal values give the same text, whatever the order of their keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

const firstHash = '0'.repeat(64)
type Hash = (text: string) => string

/** The entries as a hash chain, which an entry that is changed, removed or inserted breaks from there on. */
export function chained(entries: readonly unknown[], hashOf: Hash): Link[] {
  let previousHash = firstHash
  return entries.map((entry) => {
    const link = { entry, before: previousHash, hash: hashOf(`${previousHash}\n${canonical(entry)}`) }
    previousHash = link.hash
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
export const headOf = (chain: readonly Link[]): string => chain.at(-1)?.hash ?? firstHash
