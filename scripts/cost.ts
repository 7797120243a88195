import { parseArgs } from 'node:util'
import type { ClubLine } from '#functions/table/clubLines.ts'

const help = `Prints what each club used in a month, what that cost, and what it pays.

  npm run cost -- --table <TableName> [--month 2026-11]

The table's name is printed by each deployment; the current credentials are used.`

const { values } = parseArgs({
  options: { table: { type: 'string' }, month: { type: 'string' }, help: { type: 'boolean' } },
})
const { table, month = new Date().toISOString().slice(0, 7) } = values
if (!table || values.help) {
  console.log(help)
  process.exit(values.help ? 0 : 1)
}
// The table's code reads the table name when it is loaded.
process.env['TABLE_NAME'] = table
const [{ clubLines }, { costsOf }, { pages }] = await Promise.all([
  import('#functions/table/clubLines.ts'),
  import('#functions/staff/costs.ts'),
  import('#functions/table/table.ts'),
])
const dollars = (cents: number) => `$${(cents / 100).toFixed(4)}`
const rows: object[] = []
for await (const lines of pages<ClubLine>(clubLines.named()))
  for (const { name, usage, costCents, paysCents } of await costsOf(lines, month))
    rows.push({ club: name, ...usage, cost: dollars(costCents), pays: dollars(paysCents) })
console.log(`${rows.length} clubs in ${month}`)
console.table(rows)
