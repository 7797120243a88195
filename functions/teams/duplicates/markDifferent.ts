import type { duplicates } from '#shared/api/duplicates.ts'
import { Problem } from '#shared/problems.ts'
import { pairKey } from '#shared/rules/duplicates.ts'
import { ignore } from '../../table/ignore.ts'
import type { CallOf } from '../../serve.ts'
import { players } from '../../table/players.ts'
import { write } from '../../table/table.ts'
import { distinctPairs } from '../../table/distinctPairs.ts'
import { differentPlayers } from './differentPlayers.ts'

/** Marks two similar players as different people, or removes that mark. Idempotent. */
export async function markDifferent({
  params: { orgId },
  body: { oneId, otherId, two },
  stamp,
  now: saidAt,
}: CallOf<typeof duplicates, 'PUT /rest-api/duplicates/{orgId}/two'>) {
  const pair = distinctPairs.pairOf(orgId, oneId, otherId)
  const key = pairKey(oneId, otherId)
  const rows = await players.getMany([{ playerId: oneId }, { playerId: otherId }], { consistent: true })
  if (oneId === otherId || (two && rows.includes(undefined))) throw new Problem('not_found')
  if (two) await write(stamp, distinctPairs.upsert(pair, { set: { ...pair, saidAt } }))
  else
    for (const { mark } of (await differentPlayers(orgId)).filter((each) => pairKey(each.oneId, each.otherId) === key))
      await write(stamp, distinctPairs.remove(mark)).catch(ignore('not_found'))
  return { two }
}
