import { kindOf, organizationOf } from '#shared/ids.ts'

/** The club of the first id in these texts, each an id or a key of the table with ids in it; undefined where none is. */
export function clubNamedIn(texts: readonly unknown[]): string | undefined {
  const parts = texts.flatMap((text) => (typeof text === 'string' ? text.split('#') : []))
  const id = parts.find((part) => kindOf(part) !== undefined)
  return id === undefined ? undefined : organizationOf(id)
}
