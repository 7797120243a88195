import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { dispatcher } from '#functions/dispatch/dispatcher.ts'
import type { ChangeFilter } from '#functions/registry.ts'

const sqs = mockClient(SQSClient)
beforeEach(() => {
  sqs.reset()
  sqs.on(SendMessageBatchCommand).resolves({})
})

type Row = { [name: string]: string | Row } | undefined
/** Encodes an item in the stream's format, in which every value has its type. */
const typed = (row: Row = {}): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(row).map(([name, it]) => [name, typeof it === 'string' ? { S: it } : { M: typed(it) }]),
  )

const record = (before: Row, now: Row, sequence = '1') =>
  ({
    eventName: before ? (now ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      SequenceNumber: sequence,
      ApproximateCreationDateTime: Date.parse('2026-11-21T18:00:00Z') / 1000,
      Keys: typed({ pk: 'TEAM#1', sk: 'TEAM' }),
      ...(before && { OldImage: typed(before) }),
      ...(now && { NewImage: typed(now) }),
    },
  }) as DynamoDBRecord

/**
 * Dispatches the records to workers with these filters. Returns what each worker was sent, and from where the stream is to be
 * repeated.
 */
async function dispatched(records: DynamoDBRecord[], changeFilters: Record<string, readonly ChangeFilter[]>) {
  const handler = dispatcher({ changeFilters, queueOf: (worker) => worker, sqs: new SQSClient() })
  const answer = await handler({ Records: records }, {} as never)
  const sent = sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args: [{ input }] }) =>
      (input.Entries ?? []).map(({ MessageBody = '' }) => [input.QueueUrl, JSON.parse(MessageBody)] as const),
    )
  return { sent, again: answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) }
}
async function heard(before: Row, now: Row, watched: ChangeFilter): Promise<boolean> {
  sqs.resetHistory()
  return (await dispatched([record(before, now)], { it: [watched] })).sent.length === 1
}

const team = (more: Row = {}) => ({ kind: 'Team', name: 'Falcons', ...more })

describe('a change of the table', () => {
  it('is sent once to each worker that watches its kind, with its key and without its content', async () => {
    const { sent, again } = await dispatched([record(undefined, team())], {
      copies: [{ kind: 'Team' }, { kind: 'Team', change: ['created'] }],
      mail: [{ kind: 'Team' }],
      other: [{ kind: 'Player' }],
    })
    const change = { kind: 'Team', pk: 'TEAM#1', sk: 'TEAM', change: 'created', at: '2026-11-21T18:00:00.000Z' }
    expect(sent).toEqual([
      ['copies', change],
      ['mail', change],
    ])
    expect(again).toEqual([])
  })

  it.each([
    ['created', undefined, team()],
    ['changed', team(), team({ name: 'Hawks' })],
    ['removed', team(), undefined],
  ] as const)('that is %s is sent only to workers that watch for that', async (change, before, now) => {
    const hears = await Promise.all(
      (['created', 'changed', 'removed'] as const).map((watched) =>
        dispatched([record(before, now)], { [watched]: [{ kind: 'Team', change: [watched] }] }),
      ),
    )
    expect(new Set(hears.flatMap(({ sent }) => sent.map(([worker]) => worker)))).toEqual(new Set([change]))
  })
})

describe('a worker is notified', () => {
  const wanted = { attribute: 'mail', value: 'wanted' }

  it('of items that have a certain value now, not of those that had it before', async () => {
    expect(await heard(undefined, team({ mail: 'wanted' }), { kind: 'Team', where: wanted })).toBe(true)
    expect(await heard(team({ mail: 'wanted' }), team({ mail: 'sent' }), { kind: 'Team', where: wanted })).toBe(false)
    expect(await heard(team({ mail: 'wanted' }), undefined, { kind: 'Team', where: wanted })).toBe(false)
  })

  it('of changes of the attributes it watches, and of new and removed items', async () => {
    const watched = { kind: 'Team', attributes: ['name', 'sport'] } as const
    const soccer = { sport: { name: 'Soccer' } }
    const hears = (before: Row, now: Row) => heard(before, now, watched)
    expect(await hears(team(), team({ archivedAt: '2026' }))).toBe(false)
    expect(await hears(team(), team({ name: 'Hawks' }))).toBe(true)
    expect(await hears(team(soccer), team({ sport: { name: 'Soccer' } }))).toBe(false)
    expect(await hears(team(soccer), team({ sport: { name: 'Chess' } }))).toBe(true)
    expect(await hears(team(soccer), team())).toBe(true)
    expect(await hears(undefined, team())).toBe(true)
    expect(await hears(team(), undefined)).toBe(true)
  })
})

describe('many changes', () => {
  const many = Array.from({ length: 23 }, (_, i) => record(undefined, team(), String(i)))

  it('are sent in batches of ten', async () => {
    const { sent } = await dispatched(many, { it: [{ kind: 'Team' }] })
    expect(sent).toHaveLength(23)
    const sizes = sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries?.length)
    expect(sizes).toEqual([10, 10, 3])
  })

  it('are repeated from the first one that a queue did not accept', async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({})
      .resolvesOnce({
        Failed: [
          { Id: '7', SenderFault: false, Code: 'InternalError' },
          { Id: '4', SenderFault: false, Code: 'InternalError' },
        ],
        Successful: [],
      })
    expect((await dispatched(many, { it: [{ kind: 'Team' }] })).again).toEqual(['14'])
  })

  it('are repeated when a queue is unreachable, and still reach other workers', async () => {
    sqs.on(SendMessageBatchCommand, { QueueUrl: 'away' }).rejects(new Error('no queue'))
    const { sent, again } = await dispatched(many.slice(0, 2), { away: [{ kind: 'Team' }], it: [{ kind: 'Team' }] })
    expect(again).toEqual(['0'])
    expect(sent.filter(([queue]) => queue === 'it')).toHaveLength(2)
  })
})

describe('the message group of a change', () => {
  const organizationId = 'o0123456789a'
  const groupOf = async (keys: { pk: string; sk: string }, row: Row) => {
    sqs.resetHistory()
    const changed = record(undefined, row)
    Object.assign(changed.dynamodb ?? {}, { Keys: typed(keys) })
    await dispatched([changed], { it: [{ kind: 'Team' }] })
    return sqs.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.Entries?.[0]?.MessageGroupId
  }

  it.each([
    ['the partition key', { pk: `TEAM#${organizationId}.t0123456789a`, sk: 'TEAM' }, {}],
    ['the sort key', { pk: 'CARDS#somebody', sk: `CARD#${organizationId}` }, {}],
    ['its organizationId', { pk: 'HEARD#x', sk: 'HEARD' }, { organizationId }],
    [
      'the id of what it is about',
      { pk: 'OUTBOX#x', sk: 'OUTBOX' },
      { about: { emailId: `${organizationId}.m0123456789a` } },
    ],
  ])('is its club, found by: %s', async (_, keys, more) => {
    expect(await groupOf(keys, team(more))).toBe(organizationId)
  })

  it('is none for a user’s own item', async () => {
    expect(await groupOf({ pk: 'USER#0e2f1c66', sk: 'PROFILE' }, team())).toBeUndefined()
  })
})
