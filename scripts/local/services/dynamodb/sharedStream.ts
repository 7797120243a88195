import type { StreamRecord } from './streamBatches.ts'
import type { StreamReader } from './streamReader.ts'

/** A table's stream, shared by all readers. */
export type SharedStream = Pick<StreamReader, 'stream' | 'shards'> & {
  /**
   * The records after this sequence number, `''` for the first; may be empty after a short wait. `ended`: the shard has
   * no more.
   */
  following: (shardId: string, sequence: string) => Promise<{ records: StreamRecord[]; ended: boolean }>
}

/** Where DynamoDB continues reading, and when it returned that iterator, in milliseconds. */
type Place = { iterator: string; at: number }
/** The newest records of a shard that have been read, the sequence number before them, and where the next ones are. */
type Tail = {
  before: string
  records: StreamRecord[]
  ended: boolean
  place?: Place | undefined
  looking?: Promise<void> | undefined
}

/** Milliseconds between two reads of a stream that had nothing new. */
const REST = 100
/** How many records of a shard are cached: a reader that is further behind reads on its own. */
const MAX_RECORDS = 1000
/** Milliseconds for which an iterator is used: it is valid for 15 minutes, and the machine may have been asleep. */
const ITERATOR_LIFETIME_MS = 60_000

const numberOf = (record: StreamRecord | undefined): string | undefined => record?.dynamodb.SequenceNumber

/**
 * One read of a stream serves all readers that have reached its end. If each of dozens of mappings polled on its own,
 * DynamoDB Local would get hundreds of requests a second, and every record would be read as many times.
 */
export function sharedStream(reader: StreamReader, pause: (milliseconds: number) => Promise<void>): SharedStream {
  const tails = new Map<string, Tail>()

  const read = async (shardId: string, sequence: string, place?: Place) => {
    const at = Date.now()
    const isIteratorValid = place !== undefined && at - place.at < ITERATOR_LIFETIME_MS
    const { records, next } = await reader.read(
      isIteratorValid ? place.iterator : await reader.after(shardId, sequence),
    )
    const ended = next === undefined
    if (records.length === 0 && !ended) await pause(REST)
    return { records, ended, place: next === undefined ? undefined : { iterator: next, at } }
  }
  const look = async (shardId: string, tail: Tail): Promise<void> => {
    const previousPlace = tail.place
    // If this fails, the next read starts after the last record.
    tail.place = undefined
    const { records, ended, place } = await read(shardId, numberOf(tail.records.at(-1)) ?? tail.before, previousPlace)
    tail.place = place
    const all = [...tail.records, ...records]
    const droppedCount = Math.max(0, all.length - MAX_RECORDS)
    tail.before = numberOf(all[droppedCount - 1]) ?? tail.before
    tail.records = all.slice(droppedCount)
    tail.ended = ended
  }
  return {
    stream: reader.stream,
    shards: reader.shards,
    async following(shardId, sequence) {
      const tail = tails.get(shardId) ?? { before: sequence, records: [], ended: false }
      tails.set(shardId, tail)
      const knownShards = () =>
        tail.before === sequence ? 0 : tail.records.findLastIndex((record) => numberOf(record) === sequence) + 1 || -1
      if (knownShards() < 0) return read(shardId, sequence)
      if (knownShards() === tail.records.length && !tail.ended) {
        tail.looking ??= look(shardId, tail).finally(() => {
          tail.looking = undefined
        })
        await tail.looking
      }
      const from = knownShards()
      // More records arrived at once than are cached.
      return from < 0 ? read(shardId, sequence) : { records: tail.records.slice(from), ended: tail.ended }
    },
  }
}
