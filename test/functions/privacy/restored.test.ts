// own: it reads the whole table
import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { handler as eraseDue } from '#functions/privacy/eraseHandler.ts'
import { pagesOf, putAll, type Table } from '#scripts/club/items.ts'
import { eraseAgain } from '#scripts/restore/eraseAgain.ts'
import { restoreItems } from '#scripts/restore/restoreItems.ts'
import { call, userPool } from '../call.ts'
import { aClub } from '../club.ts'
import { itemsWith } from './itemsWith.ts'
import { scripts } from './marker.ts'
import { createPerson, requestedAt } from './createPerson.ts'

const db = new DynamoDBClient({})
const now: Table = { db, TableName: process.env['TABLE_NAME'] ?? '' }

/** A table of the same items, as created by point-in-time recovery. */
async function backup(name: string): Promise<Table> {
  const { Table: made } = await db.send(new DescribeTableCommand({ TableName: now.TableName }))
  const to = { db, TableName: `${now.TableName}-${name}-${crypto.randomUUID()}` }
  const KeySchema = made?.KeySchema
  const AttributeDefinitions = made?.AttributeDefinitions?.filter(({ AttributeName }) =>
    KeySchema?.some((key) => key.AttributeName === AttributeName),
  )
  const BillingMode = 'PAY_PER_REQUEST'
  await db.send(new CreateTableCommand({ TableName: to.TableName, BillingMode, KeySchema, AttributeDefinitions }))
  for await (const page of pagesOf(now)) await putAll(to, page)
  return to
}

test('users erased after a backup are erased again when it is restored, and nobody else', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const club = await aClub()
  const { userId, email } = await createPerson(club)
  const other = club.user('fan')
  await call('POST /rest-api/privacy/erasure', { as: other, now: '2026-12-30T18:00:00.000Z' })
  const was = await backup('then')
  const { standing } = (await call('POST /rest-api/privacy/erasure', { as: userId, now: requestedAt })).body
  await eraseDue({ time: '2026-11-08T18:00:00.000Z' })
  const left = () => itemsWith([...scripts, email])
  expect(await left()).toEqual([])

  for (const wanted of [
    { extent: 'missing' },
    { club: club.organization.organizationId, extent: 'changed' },
    { extent: 'all' },
  ] as const) {
    await restoreItems({ earlierTable: was, currentTable: now, at: '2026-11-10T12:00:00.000Z', ...wanted })
    expect((await left()).length).toBeGreaterThan(5)
    // Repeated, as after an interrupted run.
    for (let run = 0; run < 2; run++) expect(await eraseAgain({ was, now, at: '2026-11-10T12:00:00.000Z' })).toBe(1)
    await eraseDue({ time: '2026-11-10T13:00:00.000Z' })
    expect([wanted, await left()]).toEqual([wanted, []])
    expect((await call('GET /rest-api/users/profile', { as: userId })).status).toBe(401)
    const receipt = { as: undefined, receiptId: standing?.receiptId ?? '' }
    expect((await call('GET /rest-api/privacy/receipt/{receiptId}', receipt)).body.state).toBe('done')
  }
  expect((await call('GET /rest-api/users/profile', { as: other })).status).toBe(200)
})
