import { dequal } from 'dequal'
import type { Write } from '../table/writes.ts'
import { copies, type Source } from './copies.ts'

type CopyKind<S extends Source> = keyof (typeof copies)[S]['into']
/** The attributes that are declared as copies of a source in another kind. */
type Copied<S extends Source, K extends CopyKind<S>> = (typeof copies)[S]['into'][K] extends readonly (infer A)[]
  ? A
  : never
export type Target<Row, Id> = { change(id: Id, change: { set: Partial<Row> }): Write }
type RowsById<Id, Row> = readonly (readonly [Id, Row | undefined])[]

/** The changes of those items whose copied attributes differ from the source. Deleted items are not created again. */
export function copyCorrections<S extends Source, K extends CopyKind<S>, Row extends object, Id>(
  source: S,
  into: K,
  target: Target<Row, Id>,
  rows: RowsById<Id, Row>,
  current: Record<Copied<S, K> & string, unknown>,
): Write[] {
  const declared = (copies[source] as unknown as { into: Record<K, readonly (Copied<S, K> & string)[]> }).into[into]
  return rows.flatMap(([id, row]) => {
    const copy = row as Record<string, unknown> | undefined
    const outdated = copy ? declared.filter((name) => !dequal(copy[name], current[name])) : []
    if (outdated.length === 0) return []
    return [
      target.change(id, { set: Object.fromEntries(outdated.map((name) => [name, current[name]])) as Partial<Row> }),
    ]
  })
}

/** Items with their ids. */
export async function readWithIds<Id, Row>(
  kind: { getMany(ids: readonly Id[], options: { consistent: boolean }): Promise<Row[]> },
  ids: readonly Id[],
): Promise<RowsById<Id, NonNullable<Row>>> {
  const rows = await kind.getMany(ids, { consistent: true })
  return ids.map((id, i) => [id, rows[i] ?? undefined])
}
