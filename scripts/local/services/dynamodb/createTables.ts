import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'
import { differences } from './differences.ts'
import { withAllAttributes } from './projections.ts'

type Properties = Pick<CreateTableCommandInput, 'AttributeDefinitions' | 'KeySchema' | 'LocalSecondaryIndexes'> & {
  GlobalSecondaryIndexes?: GlobalSecondaryIndex[]
  StreamSpecification?: { StreamViewType: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' }
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean }
}

/**
 * Creates the assembly's missing tables, with their indexes, stream and time to live. Throws a StartError if an
 * existing table has other keys or indexes than the template.
 * @param streams false for a table whose stream nobody reads: a stream makes each call slower, even after it is
 * disabled
 * @param wide creates partial indexes with all attributes; the caller must remove the others from responses:
 * projections.ts
 */
export async function createTables(
  assembly: Assembly,
  endpoint: string,
  { streams = true, wide: projectsAll = false } = {},
): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: assembly.region,
    credentials: { accessKeyId: 'LOCALadmin', secretAccessKey: 'local' },
  })
  try {
    const tables = assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
    await Promise.all(tables.map((table) => createTable(client, assembly, table, { streams, wide: projectsAll })))
  } finally {
    client.destroy()
  }
}

async function createTable(
  client: DynamoDBClient,
  assembly: Assembly,
  table: Resource,
  { streams, wide: projectsAll }: { streams: boolean; wide: boolean },
): Promise<void> {
  const TableName = assembly.physicalId(table)
  const declaredProperties = assembly.resolve<Properties>(table.stack, table.properties)
  const { GlobalSecondaryIndexes } = declaredProperties
  const wantedProperties =
    projectsAll && GlobalSecondaryIndexes
      ? { ...declaredProperties, GlobalSecondaryIndexes: withAllAttributes(GlobalSecondaryIndexes) }
      : declaredProperties
  const streamSpecification = streams ? wantedProperties.StreamSpecification : undefined
  const stream = streamSpecification && { StreamEnabled: true, ...pick(streamSpecification, 'StreamViewType') }
  const existing = await describe(client, TableName)
  if (existing) {
    refuseDifferences(TableName, existing, wantedProperties)
    const currentViewType = existing.StreamSpecification?.StreamEnabled
      ? existing.StreamSpecification.StreamViewType
      : undefined
    if (stream && !currentViewType)
      await client.send(new UpdateTableCommand({ TableName, StreamSpecification: stream }))
    if (stream && currentViewType && currentViewType !== stream.StreamViewType) {
      throw new StartError(
        `The stream of the table ${TableName} shows ${currentViewType} on disk and ${stream.StreamViewType} in the app: start with --fresh.`,
      )
    }
  } else {
    await client.send(
      new CreateTableCommand({
        TableName,
        ...pick(wantedProperties, 'AttributeDefinitions', 'KeySchema', 'LocalSecondaryIndexes'),
        GlobalSecondaryIndexes: wantedProperties.GlobalSecondaryIndexes?.map((index) =>
          pick(index, 'IndexName', 'KeySchema', 'Projection'),
        ),
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: stream,
      }),
    )
  }
  await setTimeToLive(client, TableName, wantedProperties.TimeToLiveSpecification)
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

function refuseDifferences(name: string, existing: TableDescription, wantedProperties: Properties): void {
  const [first] = differences(existing, wantedProperties)
  if (first)
    throw new StartError(`The table ${name} on disk ${first}: start with --fresh to make it anew (this empties it).`)
}

async function setTimeToLive(
  client: DynamoDBClient,
  TableName: string,
  wantedTtl: Properties['TimeToLiveSpecification'],
): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  const currentAttribute =
    TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED' ? TimeToLiveDescription.AttributeName : undefined
  const wantedAttribute = wantedTtl?.Enabled ? wantedTtl.AttributeName : undefined
  const set = (AttributeName: string, Enabled: boolean) =>
    client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled } }))
  if (currentAttribute && currentAttribute !== wantedAttribute) await set(currentAttribute, false)
  if (wantedAttribute && currentAttribute !== wantedAttribute) await set(wantedAttribute, true)
}

const pick = <Whole extends object, Key extends keyof Whole>(whole: Whole, ...keys: Key[]): Pick<Whole, Key> =>
  Object.fromEntries(keys.filter((key) => whole[key] !== undefined).map((key) => [key, whole[key]])) as Pick<Whole, Key>
