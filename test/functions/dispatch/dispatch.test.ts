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
/** In the stream's format: every value has its type. */
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

/** Dispatches these records to workers that watch so; gives what each was sent, and where the stream is to begin again. */
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
  it('reaches every worker that watches its kind, once, with where it lies and nothing that stands in it', async () => {
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
  ] as const)('is heard of by those who watch for what is %s, and by them alone', async (change, before, now) => {
    const hears = await Promise.all(
      (['created', 'changed', 'removed'] as const).map((watched) =>
        dispatched([record(before, now)], { [watched]: [{ kind: 'Team', change: [watched] }] }),
      ),
    )
    expect(new Set(hears.flatMap(({ sent }) => sent.map(([worker]) => worker)))).toEqual(new Set([change]))
  })
})

describe('a worker hears', () => {
  const wanted = { attribute: 'mail', value: 'wanted' }

  it('of items that have a value now, and not of those that had it', async () => {
    expect(await heard(undefined, team({ mail: 'wanted' }), { kind: 'Team', where: wanted })).toBe(true)
    expect(await heard(team({ mail: 'wanted' }), team({ mail: 'sent' }), { kind: 'Team', where: wanted })).toBe(false)
    expect(await heard(team({ mail: 'wanted' }), undefined, { kind: 'Team', where: wanted })).toBe(false)
  })

  it('of the attributes that it copies, and of an item that is new or gone', async () => {
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

  it('go ten at a time', async () => {
    const { sent } = await dispatched(many, { it: [{ kind: 'Team' }] })
    expect(sent).toHaveLength(23)
    const sizes = sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries?.length)
    expect(sizes).toEqual([10, 10, 3])
  })

  it('come again from the first that a queue did not take', async () => {
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

  it('come again when a queue cannot be reached, and reach the other workers all the same', async () => {
    sqs.on(SendMessageBatchCommand, { QueueUrl: 'away' }).rejects(new Error('no queue'))
    const { sent, again } = await dispatched(many.slice(0, 2), { away: [{ kind: 'Team' }], it: [{ kind: 'Team' }] })
    expect(again).toEqual(['0'])
    expect(sent.filter(([queue]) => queue === 'it')).toHaveLength(2)
  })
})

describe('what waits for a worker', () => {
  const organizationId = 'o0123456789a'
  const groupOf = async (keys: { pk: string; sk: string }, row: Row) => {
    sqs.resetHistory()
    const changed = record(undefined, row)
    Object.assign(changed.dynamodb ?? {}, { Keys: typed(keys) })
    await dispatched([changed], { it: [{ kind: 'Team' }] })
    return sqs.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.Entries?.[0]?.MessageGroupId
  }

  it.each([
    ['its partition', { pk: `TEAM#${organizationId}.t0123456789a`, sk: 'TEAM' }, {}],
    ['its place there', { pk: 'CARDS#somebody', sk: `CARD#${organizationId}` }, {}],
    ['the club that it names', { pk: 'HEARD#x', sk: 'HEARD' }, { organizationId }],
    ['what it is about', { pk: 'OUTBOX#x', sk: 'OUTBOX' }, { about: { emailId: `${organizationId}.m0123456789a` } }],
  ])('is told apart by its club: by %s', async (_, keys, more) => {
    expect(await groupOf(keys, team(more))).toBe(organizationId)
  })

  it('is of nobody where it is a person’s own', async () => {
    expect(await groupOf({ pk: 'USER#0e2f1c66', sk: 'PROFILE' }, team())).toBeUndefined()
  })
})
