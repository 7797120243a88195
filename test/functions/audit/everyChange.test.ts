import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { auditedKinds } from '#shared/rules/audit.ts'
import { asked, prepare } from '../asked.ts'
import { send } from '../call.ts'
import { aClub, type Club } from '../club.ts'

/**
 * Every route that changes a club's people, teams, plans or terms, derived from the contract: it writes at least one item
 * whose changes are kept account of, or takes one away and leaves a trace.
 */
const accounted = ['organization', 'agreements', 'families', 'teams', 'planning']
/** What is asked by these changes nothing, or the account is kept by what follows from it. */
const elsewhere = [
  // Looks at rows and says what would become of them.
  'POST /rest-api/families/imports/{orgUnitId}/check',
  // Waits until the import is started, which is kept account of.
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows',
]
const changing = routes.filter(
  ({ area, key }) => accounted.includes(area) && !key.startsWith('GET ') && !elsewhere.includes(key),
)

type Place = { pk: string; sk: string }
type Item = { Put?: { Item: Place & { kind: string } }; Update?: { Key: Place } }
type Input = { TransactItems?: Item[]; Key?: Place; UpdateExpression?: string }

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const kindAt = async (Key: Place) =>
  (await table.send(new GetCommand({ TableName: process.env['TABLE_NAME'], Key, ConsistentRead: true }))).Item?.[
    'kind'
  ] as string | undefined

let club: Club
let written = 0
beforeAll(async () => {
  club = await aClub()
})

describe('a change is kept account of', () => {
  it.each(changing)('$key', async ({ key, route: { can } }) => {
    await prepare(key, club.user('admin'), club)
    const sent = await asked(key, club, {
      as: club.user('admin'),
      groups: typeof can === 'object' && 'staff' in can ? [...can.staff] : [],
    })
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const { status } = await send(key, sent)
    const inputs = spy.mock.calls.map(([command]) => command.input as Input)
    spy.mockRestore()
    const items = inputs.flatMap(({ TransactItems = [] }) => TransactItems)
    const put = items.flatMap(({ Put }) => (Put ? [Put.Item.kind] : []))
    const keys = [
      ...items.flatMap(({ Update }) => (Update ? [Update.Key] : [])),
      ...inputs.flatMap(({ Key, UpdateExpression }) => (Key && UpdateExpression ? [Key] : [])),
    ]
    const kinds = [...put, ...(await Promise.all(keys.map(kindAt)))]
    expect(status).toBe(200)
    const isKept = (kind: string | undefined) =>
      kind === 'Removal' || (auditedKinds as readonly (string | undefined)[]).includes(kind)
    if (kinds.length > 0) written += 1
    // What was done before writes nothing, and there is nothing to keep account of.
    expect(kinds.length === 0 || kinds.some(isKept) ? [] : kinds).toEqual([])
  })

  it('and nearly all of them were seen to write', () => {
    expect(written).toBeGreaterThan(changing.length * 0.7)
  })
})
