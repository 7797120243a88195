import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { map } from '#functions/table/map.ts'
import { region } from '#infra/stages.ts'
import { isId } from '#shared/ids.ts'
import { eraseAgain } from './restore/eraseAgain.ts'
import { restoreTable } from './restore/pointInTime.ts'
import { type Extent, extents, restoreItems } from './restore/restoreItems.ts'

const help = `Restores a stage's items to an instant; infra/RUNBOOK.md says when to use it.

  npm run restore -- --table <TableName> --at 2026-11-22T10:00:00Z [--club o…] [--write missing|changed|all]
                     [--taken <kind>,<kind>]

  --table   the stage's table, as printed by its deployment
  --at      the instant, at most 35 days ago; DynamoDB restores it to a new table
  --from    use this table, which was restored before, instead of a new one
  --club    only this club's items
  --write   restore missing items; changed ones too; or all, which also deletes those added since.
            Without it, they are only counted.
  --taken   for these kinds, also restore items counted as taken, which otherwise stay as they are now: those that
            somebody has removed since, credentials (Access token, Push device, Webhook secret, Feed), blocks (Session,
            Ended session, Used link), links that were used or revoked (Invitation, Family invitation, Payment link),
            and invitations that have replaced such a one`

const option = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    table: option,
    at: option,
    from: option,
    club: option,
    write: option,
    taken: option,
    help: { type: 'boolean' },
  },
})
const { table, at, from, club, write, taken = '', help: asked } = values
const kinds = taken.split(',').filter(Boolean)
const isKind = (text: string) => Object.hasOwn(map, text)
const isInstant = (text: string) => text.endsWith('Z') && !Number.isNaN(Date.parse(text))
const isExtent = (text: string): text is Extent => (extents as readonly string[]).includes(text)
const extent = write !== undefined && isExtent(write) ? write : undefined

if (
  !asked &&
  table &&
  at &&
  isInstant(at) &&
  (!club || isId('organization', club)) &&
  (!write || extent) &&
  kinds.every(isKind)
) {
  const db = new DynamoDBClient({ region })
  const earlierTable = { db, TableName: from ?? (await restoreTable(db, table, at)) }
  const currentTable = { db, TableName: table }
  const counts = await restoreItems({
    ...{ earlierTable, currentTable, at: new Date().toISOString(), includedKinds: kinds },
    ...(club && { club }),
    ...(extent && { extent }),
  })
  console.log(
    `${table} compared with ${at}, which was restored to ${earlierTable.TableName}: delete that table when you are done.`,
  )
  console.table([...counts].map(([kind, count]) => ({ kind, ...count })))
  const heldKinds = [...counts].filter(([, { taken: left }]) => left > 0).map(([kind]) => kind)
  if (heldKinds.length > 0)
    console.log(
      `Left as they are, because somebody has removed, used or replaced them since, or because they are credentials or blocks: ${heldKinds.join(', ')}. See --taken.`,
    )
  if (extent) {
    const erasedCount = await eraseAgain({ was: earlierTable, now: currentTable, at: new Date().toISOString() })
    console.log(`${erasedCount} people were erased since then: they will be erased again within the hour.`)
  }
} else {
  console.log(help)
  if (!asked) process.exitCode = 1
}
