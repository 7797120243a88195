import { StartError } from '../../startError.ts'
import type { Assembly } from '../../types.ts'
import { AwsError, awsJson } from '../../awsJson.ts'
import type { Mapping } from '../lambda/mappings.ts'
import type { StreamRecord } from './streamBatches.ts'

type Shard = { ShardId: string; ParentShardId?: string }

/** Reads one table's stream. */
export type StreamReader = {
  /** The stream's ARN in DynamoDB Local, which distinguishes it from an earlier one of the same table. */
  stream: string
  /** Parents come before their children. */
  shards: () => Promise<Shard[]>
  /** An iterator for what follows that record; for `''`, for everything. */
  after: (shardId: string, sequence: string) => Promise<string>
  /** `next` is undefined at the end of a shard. */
  read: (iterator: string) => Promise<{ records: StreamRecord[]; next?: string }>
}

/** Throws a StartError if the table has no stream. */
export async function openStream(
  assembly: Assembly,
  endpoint: string,
  { source, where }: Mapping,
): Promise<StreamReader> {
  const call = <T>(operation: string, body: object): Promise<T> =>
    awsJson<T>({ endpoint, region: assembly.region }, operation, body)
  type DescribedTable = { Table: { LatestStreamArn?: string } }
  const { Table } = await call<DescribedTable>('DynamoDB_20120810.DescribeTable', {
    TableName: assembly.physicalId(source),
  })
  const StreamArn = Table.LatestStreamArn
  if (!StreamArn) throw new StartError(`${where} reads the stream of ${source.logicalId}, which has none.`)

  return {
    stream: StreamArn,
    async shards() {
      const shards: Shard[] = []
      let ExclusiveStartShardId: string | undefined
      do {
        type Page = { StreamDescription: { Shards: Shard[]; LastEvaluatedShardId?: string } }
        const { StreamDescription } = await call<Page>('DynamoDBStreams_20120810.DescribeStream', {
          StreamArn,
          ExclusiveStartShardId,
        })
        shards.push(...StreamDescription.Shards)
        ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId
      } while (ExclusiveStartShardId)
      return shards
    },
    async after(ShardId, SequenceNumber) {
      const iterator = (place: object) =>
        call<{ ShardIterator: string }>('DynamoDBStreams_20120810.GetShardIterator', { StreamArn, ShardId, ...place })
      const startIterator = { ShardIteratorType: 'TRIM_HORIZON' }
      if (!SequenceNumber) return (await iterator(startIterator)).ShardIterator
      try {
        return (await iterator({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber })).ShardIterator
      } catch (error) {
        // Streams keep records for a day: after a longer break, continue with the oldest one available.
        if (!(error instanceof AwsError) || error.code !== 'TrimmedDataAccessException') throw error
        return (await iterator(startIterator)).ShardIterator
      }
    },
    async read(ShardIterator) {
      type Page = { Records?: StreamRecord[]; NextShardIterator?: string }
      const { Records = [], NextShardIterator } = await call<Page>('DynamoDBStreams_20120810.GetRecords', {
        ShardIterator,
      })
      return { records: Records, ...(NextShardIterator && { next: NextShardIterator }) }
    },
  }
}
