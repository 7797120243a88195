import { dequal } from 'dequal'
import type { Write } from '../table/writes.ts'
import { copies, type Source } from './copies.ts'

type Into<S extends Source> = keyof (typeof copies)[S]['into']
/** The attributes that are declared as copies of a source in another kind. */
type Copied<S extends Source, K extends Into<S>> = (typeof copies)[S]['into'][K] extends readonly (infer A)[]
  ? A
  : never
export type Target<Row, Id> = { change(id: Id, change: { set: Partial<Row> }): Write }
type Found<Id, Row> = readonly (readonly [Id, Row | undefined])[]

/** The changes of those items whose copied attributes differ from the source. Deleted items are not created again. */
export function corrected<S extends Source, K extends Into<S>, Row extends object, Id>(
  source: S,
  into: K,
  target: Target<Row, Id>,
  found: Found<Id, Row>,
  wanted: Record<Copied<S, K> & string, unknown>,
): Write[] {
  const declared = (copies[source] as unknown as { into: Record<K, readonly (Copied<S, K> & string)[]> }).into[into]
  return found.flatMap(([id, row]) => {
    const held = row as Record<string, unknown> | undefined
    const wrong = held ? declared.filter((name) => !dequal(held[name], wanted[name])) : []
    if (wrong.length === 0) return []
    return [target.change(id, { set: Object.fromEntries(wrong.map((name) => [name, wanted[name]])) as Partial<Row> })]
  })
}

/** Items with their ids. */
export async function together<Id, Row>(
  kind: { getMany(ids: readonly Id[], options: { consistent: boolean }): Promise<Row[]> },
  ids: readonly Id[],
): Promise<Found<Id, NonNullable<Row>>> {
  const rows = await kind.getMany(ids, { consistent: true })
  return ids.map((id, i) => [id, rows[i] ?? undefined])
}
