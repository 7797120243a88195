import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, it } from 'vitest'
import { cursorAt, positionOf } from '#functions/table/cursor.ts'
import { counts } from '#functions/table/me.ts'
import { profiles } from '#functions/table/profiles.ts'
import { all, page, startingWith, update, write } from '#functions/table/table.ts'
import { inviteOf, organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { Invite } from '#functions/table/inviteRows.ts'
import { invites } from '#functions/table/invites.ts'
import { newPart, stamp } from '../club.ts'

const profile = () => ({ userId: newPart('u'), email: 'a@demo.touchline.test', firstName: 'A', lastName: 'B' })
const conflict = () =>
  new TransactionCanceledException({
    message: 'x',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  })
const anInvite: Omit<Invite, 'inviteId'> = {
  ...{ name: 'Practice', description: '', start: '2026-11-22T00:30:00Z', end: '2026-11-22T02:00:00Z' },
  ...{ timezone: 'America/Chicago', field: '', eventType: { name: 'Practice', color: '#2b8a3e' }, teamName: 'Falcons' },
  ...{ fieldLabel: 'Field', firstName: 'Mia', lastName: 'Moreno', answerId: 'unanswered' },
  status: 'Pending',
}
const problem = (code: string) => expect.objectContaining({ name: 'Problem', code })

/** AWS fails as mocked, then behaves normally. DynamoDB Local never reports conflicts itself. */
const mock = () => mockClient(DynamoDBDocumentClient)
let failing: ReturnType<typeof mock> | undefined
afterEach(() => failing?.restore())

describe('a write', () => {
  it('is applied as a whole or not at all, and reports which condition failed', async () => {
    const [one, two] = [profile(), profile()]
    await write(stamp, profiles.create(one))
    await expect(write(stamp, profiles.create(two), profiles.create(one, 'invite_removed'))).rejects.toEqual(
      problem('invite_removed'),
    )
    expect(await profiles.get(two)).toBeUndefined()
  })

  it('is retried after a transaction conflict', async () => {
    failing = mock()
    failing.on(TransactWriteCommand).rejectsOnce(conflict()).rejectsOnce(conflict()).resolves({})
    await write(stamp, profiles.create(profile()), profiles.create(profile()))
    expect(failing.commandCalls(TransactWriteCommand)).toHaveLength(3)
  })

  it('fails with busy if the conflicts persist', async () => {
    failing = mock()
    failing.on(TransactWriteCommand).rejects(conflict())
    await expect(write(stamp, profiles.create(profile()))).rejects.toEqual(problem('busy'))
    expect(failing.commandCalls(TransactWriteCommand).length).toBeGreaterThan(3)
  })

  it('of a single item is retried too', async () => {
    failing = mock()
    failing
      .on(UpdateCommand)
      .rejectsOnce(new TransactionConflictException({ message: 'x', $metadata: {} }))
      .resolves({ Attributes: { unreadMessages: 1 } })
    expect(await update(stamp, counts.change({ userId: 'u' }, { add: { unreadMessages: 1 } }))).toEqual({
      unreadMessages: 1,
    })
  })

  it.each([
    ['that fails for another reason', new InternalServerError({ message: 'x', $metadata: {} })],
    // With another token it would be done twice.
    ['whose first attempt is still in progress', new TransactionInProgressException({ message: 'x', $metadata: {} })],
  ])('%s is not retried here, but left to the SDK', async (_what, error) => {
    failing = mock()
    failing.on(TransactWriteCommand).rejects(error)
    await expect(write(stamp, profiles.create(profile()))).rejects.toThrow(error)
    expect(failing.commandCalls(TransactWriteCommand)).toHaveLength(1)
  })

  it('can use DynamoDB’s reserved words as values and names', async () => {
    const row = { ...profile(), firstName: 'Capacity' }
    await write(stamp, profiles.create(row))
    await update(stamp, profiles.change(row, { set: { lastName: 'Status' }, when: [['firstName', '=', 'Capacity']] }))
    expect((await profiles.get(row, { consistent: true }))?.lastName).toBe('Status')
  })

  it('of an item that does not exist creates nothing', async () => {
    const row = profile()
    await expect(update(stamp, profiles.change(row, { set: { firstName: 'x' } }, 'not_found'))).rejects.toEqual(
      problem('not_found'),
    )
    await expect(write(stamp, profiles.remove(row))).rejects.toEqual(problem('not_found'))
    expect(await profiles.get(row)).toBeUndefined()
  })
})

describe('throttling', () => {
  it.each([
    new ProvisionedThroughputExceededException({ message: 'x', $metadata: {} }),
    new TransactionInProgressException({ message: 'x', $metadata: {} }),
    Object.assign(new Error('x'), { name: 'TimeoutError' }),
    // As SQS says it.
    Object.assign(new Error('x'), { name: 'RequestThrottled' }),
  ])('or a timeout that persists returns 503 busy with a Retry-After header: $name', async (error) => {
    const { send } = await import('../call.ts')
    failing = mock()
    failing.onAnyCommand().rejects(error)
    const { status, refusal, headers } = await send('GET /rest-api/users/profile', { as: 'u1' })
    expect([status, refusal.code, headers['retry-after']]).toEqual([503, 'busy', '1'])
  })
})

describe('a long range', () => {
  it('is read completely across pages, and backwards on request', async () => {
    const playerId = `${newPart('o')}.${newPart('p')}`
    const note = 'x'.repeat(180_000)
    const ids = Array.from({ length: 8 }, () => inviteOf(`${organizationOf(playerId)}.${newPart('e')}`, playerId))
    for (const [day, inviteId] of ids.entries())
      await write(stamp, invites.create({ ...anInvite, inviteId, note, start: `2026-11-2${day}T18:00:00Z` }))
    const range = { index: 'lsi1', pk: `PLAYER#${playerId}`, ...startingWith('INVITE#') } as const
    const first = await page<Invite>(range)
    expect(first.rows.length).toBeLessThan(8)
    expect(first.next).toBeDefined()
    expect((await all<Invite>(range)).map(({ inviteId }) => inviteId)).toEqual(ids)
    const backwards = await all<Invite>({ ...range, newestFirst: true })
    expect(backwards.map(({ inviteId }) => inviteId)).toEqual(ids.toReversed())
  })
})

describe('a cursor', () => {
  const position = { pk: 'TEAM#x', sk: 'EVENT#y' }
  it('restores its position in its own list only', async () => {
    const cursor = (await cursorAt('events of x', position))!
    expect(await positionOf('events of x', cursor)).toEqual(position)
    await expect(positionOf('events of y', cursor)).rejects.toThrow(Problem)
    expect(await cursorAt('events of x', undefined)).toBeNull()
    expect(await positionOf('events of x', undefined)).toBeUndefined()
  })
  it.each(['', '.', 'a.b', `${'a'.repeat(500)}.${'b'.repeat(22)}`, 'ü.ü'])(
    'is rejected when it is %j',
    async (cursor) => {
      await expect(positionOf('events of x', cursor)).rejects.toThrow(Problem)
    },
  )
  it('is rejected when any character was altered', async () => {
    const cursor = (await cursorAt('events of x', position))!
    for (let i = 0; i < cursor.length; i++) {
      const altered = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1)
      await expect(positionOf('events of x', altered)).rejects.toThrow(Problem)
    }
  })
})
