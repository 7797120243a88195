import type { duplicates } from '#shared/api/duplicates.ts'
import { Problem } from '#shared/problems.ts'
import { pairKey } from '#shared/rules/duplicates.ts'
import { ignore } from '../../table/ignore.ts'
import type { CallOf } from '../../serve.ts'
import { players } from '../../table/players.ts'
import { write } from '../../table/table.ts'
import { distinctPairs } from '../../table/distinctPairs.ts'
import { saidTwo } from './saidTwo.ts'

/** Marks two similar players as different people, or removes that mark. Idempotent. */
export async function areTwo({
  params: { orgId },
  body: { oneId, otherId, two },
  stamp,
  now: saidAt,
}: CallOf<typeof duplicates, 'PUT /rest-api/duplicates/{orgId}/two'>) {
  const pair = distinctPairs.pairOf(orgId, oneId, otherId)
  const key = pairKey(oneId, otherId)
  const both = await players.getMany([{ playerId: oneId }, { playerId: otherId }], { consistent: true })
  if (oneId === otherId || (two && both.includes(undefined))) throw new Problem('not_found')
  if (two) await write(stamp, distinctPairs.upsert(pair, { set: { ...pair, saidAt } }))
  else
    for (const { said } of (await saidTwo(orgId)).filter((each) => pairKey(each.oneId, each.otherId) === key))
      await write(stamp, distinctPairs.remove(said)).catch(ignore('not_found'))
  return { two }
}
