import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { map } from '#functions/table/map.ts'
import { region } from '#infra/stages.ts'
import { isId } from '#shared/ids.ts'
import { eraseAgain } from './restore/eraseAgain.ts'
import { restoreTable } from './restore/pointInTime.ts'
import { type Extent, extents, restoreItems } from './restore/restoreItems.ts'

const help = `Puts a stage's items back to what they were at an instant; infra/RUNBOOK.md says when.

  npm run restore -- --table <TableName> --at 2026-11-22T10:00:00Z [--club o…] [--write missing|changed|all]
                     [--taken <kind>,<kind>]

  --table   the stage's table, as its deployment has printed
  --at      the instant, at most 35 days ago; DynamoDB makes a table of it beside the stage's own
  --from    a table that was restored already, in place of making one
  --club    only what is this club's
  --write   puts back what is missing; what was changed since, too; or all, and takes away what was added since.
            Without it, it only counts.
  --taken   of these kinds also what somebody took away since, what lets in whoever holds it (an Access token, a
            Push device, a Webhook secret, a Feed), what shuts out (a Session, an Ended session, a Used link), and
            links that were used or taken back (an Invitation, a Family invitation, a Payment link),
            or have taken the place of such an invitation:
            all that is counted as taken stays as it is now otherwise`

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
  const was = { db, TableName: from ?? (await restoreTable(db, table, at)) }
  const now = { db, TableName: table }
  const counts = await restoreItems({
    ...{ was, now, at: new Date().toISOString(), taken: kinds },
    ...(club && { club }),
    ...(extent && { extent }),
  })
  console.log(`${table} beside what it was at ${at}, which is in ${was.TableName}: delete that one when all is well.`)
  console.table([...counts].map(([kind, count]) => ({ kind, ...count })))
  const held = [...counts].filter(([, { taken: left }]) => left > 0).map(([kind]) => kind)
  if (held.length > 0)
    console.log(
      `Taken away, used or invited anew by somebody since, or letting in whoever holds it, or shutting out, and left as it is: ${held.join(', ')}. See --taken.`,
    )
  if (extent) {
    const again = await eraseAgain({ was, now, at: new Date().toISOString() })
    console.log(`${again} people were erased since: the clock erases them again within the hour.`)
  }
} else {
  console.log(help)
  if (!asked) process.exitCode = 1
}
