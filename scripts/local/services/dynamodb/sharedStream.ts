import type { StreamRecord } from './streamBatches.ts'
import type { StreamReader } from './streamReader.ts'

/** A table's stream for all who read it. */
export type SharedStream = Pick<StreamReader, 'stream' | 'shards'> & {
  /**
   * The records that follow this one, `''` for the first: maybe none, after a moment in which none came. `ended`: the shard has
   * no others.
   */
  following: (shardId: string, sequence: string) => Promise<{ records: StreamRecord[]; ended: boolean }>
}

/** Where DynamoDB goes on reading, and when it said so, in milliseconds. */
type Place = { iterator: string; at: number }
/** Of a shard, the newest records that anybody has read, who comes before them, and where the next ones are. */
type Tail = {
  before: string
  records: StreamRecord[]
  ended: boolean
  place?: Place | undefined
  looking?: Promise<void> | undefined
}

/** Milliseconds between two looks at a stream that had nothing new. */
const REST = 100
/** The most records that are kept of a shard: whoever is further behind reads by themselves. */
const KEPT = 1000
/** Milliseconds for which an iterator is used: it is good for 15 minutes, and whoever looks may have slept. */
const GOOD = 60_000

const numberOf = (record: StreamRecord | undefined): string | undefined => record?.dynamodb.SequenceNumber

/**
 * One look at a stream serves everybody who has come to its end. Each of dozens of mappings that looks by itself asks DynamoDB
 * Local hundreds of times a second, and reads every record once more.
 */
export function sharedStream(reader: StreamReader, pause: (milliseconds: number) => Promise<void>): SharedStream {
  const tails = new Map<string, Tail>()

  const read = async (shardId: string, sequence: string, place?: Place) => {
    const at = Date.now()
    const isGood = place !== undefined && at - place.at < GOOD
    const { records, next } = await reader.read(isGood ? place.iterator : await reader.after(shardId, sequence))
    const ended = next === undefined
    if (records.length === 0 && !ended) await pause(REST)
    return { records, ended, place: next === undefined ? undefined : { iterator: next, at } }
  }
  const look = async (shardId: string, tail: Tail): Promise<void> => {
    const known = tail.place
    // Where this fails, the next look begins anew at the last record.
    tail.place = undefined
    const { records, ended, place } = await read(shardId, numberOf(tail.records.at(-1)) ?? tail.before, known)
    tail.place = place
    const all = [...tail.records, ...records]
    const gone = Math.max(0, all.length - KEPT)
    tail.before = numberOf(all[gone - 1]) ?? tail.before
    tail.records = all.slice(gone)
    tail.ended = ended
  }
  return {
    stream: reader.stream,
    shards: reader.shards,
    async following(shardId, sequence) {
      const tail = tails.get(shardId) ?? { before: sequence, records: [], ended: false }
      tails.set(shardId, tail)
      const known = () =>
        tail.before === sequence ? 0 : tail.records.findLastIndex((record) => numberOf(record) === sequence) + 1 || -1
      if (known() < 0) return read(shardId, sequence)
      if (known() === tail.records.length && !tail.ended) {
        tail.looking ??= look(shardId, tail).finally(() => {
          tail.looking = undefined
        })
        await tail.looking
      }
      const from = known()
      // More came at once than are kept.
      return from < 0 ? read(shardId, sequence) : { records: tail.records.slice(from), ended: tail.ended }
    },
  }
}
