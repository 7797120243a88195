import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { faultWords } from '#functions/runtime/faultLine.ts'
import { sqs as client } from '#functions/runtime/queues.ts'
import { worker } from '#functions/worker.ts'
import { Problem } from '#shared/problems.ts'
import { sqsEvent } from './workers.ts'

let lines: unknown[][]
beforeEach(() => {
  lines = []
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void lines.push(said))
})
afterEach(() => vi.restoreAllMocks())

const run = async (handler: ReturnType<typeof worker<{ what: string }>>, messages: object[], now?: string) =>
  ((await handler(sqsEvent(messages, now), { functionVersion: '7' } as never)) as SQSBatchResponse).batchItemFailures

describe('worker', () => {
  it('handles each message separately: only failed ones return to the queue', async () => {
    const done: string[] = []
    const handler = worker<{ what: string }>(async ({ what }) => {
      if (what === 'poison') throw new Error('no')
      done.push(what)
      return 'done'
    })
    const failures = await run(handler, [{ what: 'one' }, { what: 'poison' }, { what: 'three' }])
    expect(done).toEqual(['one', 'three'])
    expect(failures).toEqual([{ itemIdentifier: 'message 1' }])
  })

  it('leaves a malformed message in the queue, and handles the others', async () => {
    const event = sqsEvent([{ what: 'broken' }, { what: 'whole' }])
    event.Records[0]!.body = '{'
    const answer = (await worker(async () => 'done')(event, {} as never)) as SQSBatchResponse
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'message 0' }])
  })

  it('passes the time at which the message was sent', async () => {
    const seen: string[] = []
    const handler = worker<{ what: string }>(async (_message, { now }) => {
      seen.push(now)
      return 'done'
    })
    await run(handler, [{}], '2026-11-21T12:00:00Z')
    expect(seen).toEqual(['2026-11-21T12:00:00.000Z'])
  })

  it('logs one line per message, without content or error messages', async () => {
    const handler = worker<{ what: string }>(async ({ what }) => {
      if (what === 'fails') throw new TypeError('paula@club.example is not to be told')
      return 'mailed'
    })
    await run(handler, [
      { kind: 'Invite', change: 'created', pk: 'PLAYER#paula', what: 'works' },
      { kind: 'Invite', change: 'changed', pk: 'PLAYER#paula', what: 'fails' },
    ])
    const told = lines.flat().join('\n')
    expect(told).not.toMatch(/paula/i)
    expect(told).toContain('TypeError\n    at ')
    const infos = lines.flat().filter((line): line is string => String(line).startsWith('{'))
    expect(infos.map((line) => JSON.parse(line)).toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1))).toEqual([
      {
        kind: 'Invite',
        change: 'changed',
        outcome: 'failed',
        tries: 1,
        readUnits: 0,
        writeUnits: 0,
        calls: 0,
        trips: 0,
      },
      {
        kind: 'Invite',
        change: 'created',
        outcome: 'mailed',
        tries: 1,
        readUnits: 0,
        writeUnits: 0,
        calls: 0,
        trips: 0,
      },
    ])
  })
})

describe('failures that Lambda does not report', () => {
  const saysOf = async (error: Error) => {
    const handler = worker<{ what: string }>(async () => {
      throw error
    })
    await run(handler, [{}])
    return lines.flat().filter((line) => String(line).startsWith('Version '))
  }

  it('are logged with the words that an alarm counts', async () => {
    const said = 'Version 7 failed by a fault of ours.'
    expect(await saysOf(new TypeError('no'))).toEqual([said])
    expect(said).toContain(faultWords)
    expect(await saysOf(new Problem('not_found'))).toHaveLength(2)
  })

  it.each([
    ['a write conflict', new Problem('conflict')],
    ['a provider that does not respond', new Problem('busy')],
    ['a server error of AWS', Object.assign(new Error('no'), { $metadata: { httpStatusCode: 500 } })],
    ['throttled mail', Object.assign(new Error('no'), { name: 'NotSent: Throttling, request 1' })],
  ])('are not counted when temporary: %s', async (_, error) => {
    expect(await saysOf(error)).toEqual([])
  })
})

describe('failed message', () => {
  // Stubs this client only. `mockClient` would remove the mocks of all clients in other files of the same process.
  const send = vi.fn<(command: object) => Promise<object>>()
  beforeEach(() => {
    send.mockReset().mockResolvedValue({})
    Object.assign(client, { send })
  })
  afterEach(() => void Reflect.deleteProperty(client, 'send'))

  async function failing(tries: number) {
    const event = sqsEvent([{ what: 'fails' }, { what: 'works' }], undefined, tries)
    for (const [i, record] of event.Records.entries())
      Object.assign(record, {
        eventSourceARN: 'arn:aws:sqs:us-east-1:123456789012:touchline-prod-it',
        receiptHandle: `${i}`,
      })
    const handler = worker<{ what: string }>(async ({ what }) => {
      if (what === 'fails') throw new Error('no')
      return 'done'
    })
    const { batchItemFailures } = (await handler(event, {} as never)) as SQSBatchResponse
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'message 0' }])
    return send.mock.calls.flatMap(([one]) => (one instanceof ChangeMessageVisibilityCommand ? one.input : []))
  }

  it.each([
    [1, 5],
    [2, 20],
    [3, 40],
    [5, 40],
  ])('is retried soon: after attempt %i in %i seconds', async (tries, VisibilityTimeout) => {
    const QueueUrl = 'https://sqs.us-east-1.amazonaws.com/123456789012/touchline-prod-it'
    expect(await failing(tries)).toEqual([{ QueueUrl, ReceiptHandle: '0', VisibilityTimeout }])
  })

  it('keeps its queue’s visibility timeout after that', async () => {
    expect(await failing(6)).toEqual([])
  })

  it('keeps its queue’s visibility timeout when changing it fails', async () => {
    send.mockRejectedValue(new Error('no answer'))
    expect(await failing(1)).toHaveLength(1)
  })
})
