import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { newLoops } from '#scripts/local/loops.ts'
import { startStreams } from '#scripts/local/services/dynamodb/startStreams.ts'
import type { StreamRecord } from '#scripts/local/services/dynamodb/streamBatches.ts'
import { tempDir } from './fixtures/clubApp.ts'
import { functionWithRole, resource, writeAssembly } from './fixtures/writtenAssembly.ts'

// DynamoDB Local starts a new shard only every few hours; this stub does so at once.
type Shard = { parent?: string; numbers: number[]; open: boolean; trimmed?: boolean }
let shards: Record<string, Shard>
let calls: string[]
let failures: { operation: string; type: string }[]

const record = (number: number) => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(number), ApproximateCreationDateTime: 0, Keys: {} },
})

type Body = Record<string, string>
const answers: Record<string, (body: Body) => unknown> = {
  DescribeTable: () => ({ Table: { LatestStreamArn: 'stream' } }),
  DescribeStream: ({ ExclusiveStartShardId }) => {
    // One shard per page.
    const ids = Object.keys(shards)
    const index = ExclusiveStartShardId ? ids.indexOf(ExclusiveStartShardId) + 1 : 0
    const id = ids[index] ?? ''
    const more = index < ids.length - 1 ? { LastEvaluatedShardId: id } : {}
    return { StreamDescription: { Shards: [{ ShardId: id, ParentShardId: shards[id]?.parent }], ...more } }
  },
  GetShardIterator: ({ ShardId = '', SequenceNumber = '0' }) => {
    if (SequenceNumber !== '0' && shards[ShardId]?.trimmed)
      return { __type: 'x#TrimmedDataAccessException', message: 'gone' }
    return { ShardIterator: `${ShardId}:${SequenceNumber}` }
  },
  GetRecords: ({ ShardIterator = '' }) => {
    const [id = '', after] = ShardIterator.split(':')
    const shard = shards[id] as Shard
    const numbers = shard.numbers.filter((number) => number > Number(after))
    const next = shard.open ? { NextShardIterator: `${id}:${numbers.at(-1) ?? after}` } : {}
    return { Records: numbers.map(record), ...next }
  },
}

const { dir, remove } = tempDir('shards')
let server: Server
let endpoint: string
let folders = 0
beforeEach(async () => {
  calls = []
  failures = []
  server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    calls.push(operation)
    const failure = failures[0]?.operation === operation ? failures.shift() : undefined
    const reply = async () => {
      const answer = failure
        ? { __type: failure.type, message: 'It fails.' }
        : answers[operation]?.((await json(request)) as Body)
      response.writeHead(answer && typeof answer === 'object' && '__type' in answer ? 400 : 200)
      response.end(JSON.stringify(answer))
    }
    void reply()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
const running: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
  server.closeAllConnections()
  server.close()
})
afterAll(remove)

const newFolder = () => join(dir, String(folders++))
async function begin(folder: string, StartingPosition = 'TRIM_HORIZON') {
  const Resources = {
    ...functionWithRole('Worker', []),
    Items: resource('AWS::DynamoDB::GlobalTable'),
    Mapping: resource('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': ['Items', 'StreamArn'] },
      FunctionName: { Ref: 'Worker' },
      StartingPosition,
    }),
  }
  const assembly = readAssembly(writeAssembly(join(folder, 'app'), { one: { template: { Resources } } }), {
    origin: 'http://x',
  })
  const numbers: number[] = []
  const lines: string[] = []
  const started = await startStreams({
    assembly,
    endpoint,
    dir: folder,
    clock: { now: () => Date.now(), set: () => undefined },
    send: async () => undefined,
    invoke: async (_, event) =>
      void numbers.push(
        ...(event as { Records: StreamRecord[] }).Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber)),
      ),
    log: (line) => lines.push(line),
  })
  running.push(started)
  return { numbers, lines, close: started.close }
}
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 20 })

describe('a stream of several shards', () => {
  test('is read parents first, and children as soon as their parent is closed', async () => {
    shards = {
      child: { parent: 'parent', numbers: [3, 4], open: true },
      parent: { parent: 'long-gone', numbers: [1, 2], open: true },
    }
    const { numbers } = await begin(newFolder())
    await soon(() => expect(numbers).toEqual([1, 2]))
    shards.parent = { parent: 'long-gone', numbers: [1, 2, 2.5], open: false }
    await soon(() => expect(numbers).toEqual([1, 2, 2.5, 3, 4]))
    shards.child?.numbers.push(5)
    await soon(() => expect(numbers).toEqual([1, 2, 2.5, 3, 4, 5]))
  })

  test('continues at its position within the shard after a restart', async () => {
    const folder = newFolder()
    shards = { parent: { numbers: [1], open: false }, child: { parent: 'parent', numbers: [2], open: true } }
    const first = await begin(folder)
    await soon(() => expect(first.numbers).toEqual([1, 2]))
    await first.close()
    shards.child?.numbers.push(3)
    const second = await begin(folder)
    await soon(() => expect(second.numbers).toEqual([3]))
  })

  test('starts at the latest record of each shard', async () => {
    shards = { parent: { numbers: [1], open: false }, child: { parent: 'parent', numbers: [2], open: true } }
    const { numbers } = await begin(newFolder(), 'LATEST')
    shards.child?.numbers.push(3)
    await soon(() => expect(numbers).toEqual([3]))
  })

  test('continues with the oldest record when its position has been trimmed', async () => {
    const folder = newFolder()
    shards = { only: { numbers: [1], open: true } }
    const first = await begin(folder)
    await soon(() => expect(first.numbers).toEqual([1]))
    await first.close()
    shards = { only: { numbers: [7, 8], open: true, trimmed: true } }
    const second = await begin(folder)
    await soon(() => expect(second.numbers.slice(0, 2)).toEqual([7, 8]))
  })

  test('continues after temporary failures of DynamoDB, and logs them once', async () => {
    shards = { only: { numbers: [1], open: true } }
    failures = Array.from({ length: 2 }, () => ({ operation: 'GetRecords', type: 'x#InternalServerError' }))
    const { numbers, lines } = await begin(newFolder())
    await soon(() => expect(numbers).toEqual([1]))
    expect(lines).toEqual(['InternalServerError: It fails.'])
  })

  test('is not described at each poll', async () => {
    shards = { only: { numbers: [1], open: true } }
    const { numbers } = await begin(newFolder())
    await soon(() => expect(calls.filter((one) => one === 'GetRecords').length).toBeGreaterThan(3))
    expect(calls.filter((one) => one === 'DescribeStream')).toHaveLength(1)
    expect(numbers).toEqual([1])
  })
})

test('a loop that is closed completes its current step', async () => {
  const loops = newLoops(() => undefined)
  const steps: string[] = []
  loops.repeat(async () => {
    steps.push('begun')
    await new Promise((done) => setTimeout(done, 50))
    steps.push('done')
  })
  loops.repeat(() => loops.pause(60_000))
  await new Promise((done) => setTimeout(done, 10))
  await loops.close()
  expect(steps).toEqual(['begun', 'done'])
})
