import { join } from 'node:path'
import type { Policies } from '../../iam/policies.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Clock, Invoke } from '../../types.ts'
import { type Loops, newLoops } from '../../loops.ts'
import { type Mapping, mappingsOf, queueType, tableTypes } from '../lambda/mappings.ts'
import { deliverBatch, type StreamRecord } from './streamBatches.ts'
import { type SharedStream, sharedStream } from './sharedStream.ts'
import { firstPositions, openPositions, type Position, start } from './streamPositions.ts'
import { openStream, type StreamReader } from './streamReader.ts'

type Options = {
  assembly: Assembly
  /** DynamoDB's endpoint. */
  endpoint: string
  invoke: Invoke
  clock: Clock
  /** Where the positions in the streams are saved. */
  dir: string
  /** Sends a batch that is given up to a queue of the app. */
  send: (queueArn: string, body: string) => Promise<void>
  policies?: Policies
  log?: (line: string) => void
}

const actions = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator']

/** Milliseconds between two attempts to find an open shard. */
const REST = 200

/**
 * Delivers the changes of tables to the functions mapped to their streams, each at least once and in order, also across
 * restarts. When it resolves, every later change will be delivered. Throws a StartError for a mapping that is
 * unsupported or lacks a grant.
 */
export async function startStreams({
  log = console.error,
  ...options
}: Options): Promise<{ close: () => Promise<void> }> {
  const { assembly, policies, dir, endpoint } = options
  const mappings = mappingsOf({ assembly, policies }, tableTypes, actions)
  for (const { properties, where } of mappings) {
    const destination = properties.DestinationConfig?.OnFailure?.Destination
    if (destination && assembly.byArn(destination)?.type !== queueType) {
      throw new StartError(
        `${where} sends what fails to ${destination}, and the local cloud sends to queues of the app only.`,
      )
    }
  }
  const file = openPositions(join(dir, 'stream-positions.json'))
  const loops = newLoops(log)
  const streams = new Map<string, { reader: StreamReader; sharedReader: SharedStream }>()
  for (const mapping of mappings) {
    const open = async () => {
      const reader = await openStream(assembly, endpoint, mapping)
      return { reader, sharedReader: sharedStream(reader, loops.pause) }
    }
    const { reader, sharedReader } = streams.get(mapping.sourceArn) ?? (await open())
    streams.set(mapping.sourceArn, { reader, sharedReader })
    const id = `${mapping.resource.stack}/${mapping.resource.logicalId}`
    const positions =
      file.read(id, reader.stream) ?? (await firstPositions(mapping.properties.StartingPosition, reader))
    file.write(id, reader.stream, positions)
    const savePosition = (shardId: string, position: Position): void => {
      positions.set(shardId, position)
      file.write(id, reader.stream, positions)
    }
    const reading: Reading = { ...options, log, loops, mapping, shared: sharedReader, positions, savePosition }
    loops.repeat(() => deliverNew(reading))
  }
  file.save()
  return {
    async close() {
      await loops.close()
      file.save()
    },
  }
}

type Reading = Options & {
  log: (line: string) => void
  loops: Loops
  mapping: Mapping
  shared: SharedStream
  positions: ReadonlyMap<string, Position>
  savePosition: (shardId: string, position: Position) => void
  /** The shards that are being read; undefined when they have to be determined again. */
  open?: string[] | undefined
}

/** Delivers the new records of every open shard. */
async function deliverNew(reading: Reading): Promise<void> {
  const { shared, loops, positions, savePosition } = reading
  const open = (reading.open ??= await openShards(reading))
  if (open.length === 0) await loops.pause(REST)
  for (const shardId of open) {
    const { records, ended } = await shared.following(shardId, (positions.get(shardId) ?? start).sequence)
    if (records.length > 0 && !(await deliverRecords(reading, shardId, records))) return
    if (!ended) continue
    savePosition(shardId, { ...(positions.get(shardId) ?? start), done: true })
    reading.open = undefined
  }
}

/** Shards that have not been read to the end and whose parent has, so that changes of a key stay in order. */
async function openShards({ shared, positions }: Reading): Promise<string[]> {
  const shards = await shared.shards()
  const isDone = (id: string) => positions.get(id)?.done ?? false
  const waitsForParent = (parent: string | undefined) =>
    shards.some(({ ShardId }) => ShardId === parent && !isDone(ShardId))
  return shards
    .filter(({ ShardId, ParentShardId }) => !isDone(ShardId) && !waitsForParent(ParentShardId))
    .map(({ ShardId }) => ShardId)
}

/** Returns false if the local cloud was stopped before all were handled. */
async function deliverRecords(reading: Reading, shardId: string, records: StreamRecord[]): Promise<boolean> {
  const { assembly, mapping, invoke, clock, loops, send, log, savePosition } = reading
  // DynamoDB Local only knows the machine's clock.
  const aheadSeconds = (clock.now() - Date.now()) / 1000
  const lambdaRecords = records.map(({ dynamodb, ...record }) => ({
    ...record,
    eventSourceARN: mapping.sourceArn,
    awsRegion: assembly.region,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Math.round(dynamodb.ApproximateCreationDateTime + aheadSeconds),
    },
  }))
  const saveReached = (record: StreamRecord | undefined): void =>
    savePosition(shardId, { sequence: record?.dynamodb.SequenceNumber ?? '', done: false })
  const passingRecords = lambdaRecords.filter(mapping.passes)
  const size = mapping.properties.BatchSize ?? 100
  const context = {
    mapping,
    shardId,
    functionArn: assembly.arn(mapping.lambda),
    invoke,
    send,
    log,
    now: () => clock.now(),
    loops,
  }
  for (let first = 0; first < passingRecords.length; first += size) {
    const batch = passingRecords.slice(first, first + size)
    if (!(await deliverBatch(batch, context))) return false
    saveReached(batch.at(-1))
  }
  saveReached(records.at(-1))
  return true
}
