import { kindOf, organizationOf } from '#shared/ids.ts'

/** The organization of the first id in these texts, which may be ids or table keys; undefined if there is none. */
export function organizationIdIn(texts: readonly unknown[]): string | undefined {
  const parts = texts.flatMap((text) => (typeof text === 'string' ? text.split('#') : []))
  const id = parts.find((part) => kindOf(part) !== undefined)
  return id === undefined ? undefined : organizationOf(id)
}
