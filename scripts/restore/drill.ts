import {
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { fetchFile, keysOf, type Media, putFile } from '../club/files.ts'
import { type Item, lineOf, putAll, type Table } from '../club/items.ts'
import { tableEnvironment } from '../demo/seedDemo.ts'
import type { Cloud } from '../local/cloud.ts'
import { differences, pagesOf } from './differences.ts'
import { restoreItems } from './restoreItems.ts'

/**
 * Loses a stage on the local cloud and puts it back: the demo is copied beside its table, as point-in-time recovery would;
 * a third of the items goes, a third is spoilt, all files go; then `restoreItems` runs as an operator would have it run,
 * and every item and every byte is compared. Prints what it did; false when one is not as it was, or anybody was told of it.
 */
export async function drill(cloud: Cloud): Promise<boolean> {
  const { adminClientConfig: config } = cloud
  const { TABLE_NAME = '', MEDIA_BUCKET: Bucket = '' } = tableEnvironment(cloud)
  const db = new DynamoDBClient(config)
  const media: Media = { s3: new S3Client({ ...config, forcePathStyle: true }), Bucket }
  const now: Table = { db, TableName: TABLE_NAME }
  const was: Table = { db, TableName: `${TABLE_NAME}-then` }

  const [copied, files] = await timed(async () => [await copyOf(now, was), await filesOf(media)] as const, 'copied')
  await timed(async () => lose(now, copied), 'items lost and spoilt')
  await timed(async () => {
    for (const { kept } of files) await media.s3.send(new DeleteObjectCommand({ Bucket, Key: kept.key }))
  }, 'files lost')
  // What workers make of the loss is done before anything is put back.
  await cloud.tick()
  const mails = (await cloud.mail.messages({})).length

  const at = new Date().toISOString()
  const counts = await timed(async () => restoreItems({ was, now, extent: 'all', at }), 'items put back')
  await timed(async () => {
    for (const { kept, bytes } of files) await putFile(media, kept, bytes)
  }, 'files put back')
  await cloud.tick()

  console.table([...counts].map(([kind, count]) => ({ kind, ...count })))
  const unlike: string[] = []
  for await (const { state, was: past, now: is } of differences({ was, now, at: Date.parse(at) }))
    unlike.push(`${state} ${(past ?? is)?.['pk']?.S} ${(past ?? is)?.['sk']?.S}`)
  const again = new Map((await filesOf(media)).map(({ kept, bytes }) => [kept.key, { kept, bytes }]))
  for (const { kept, bytes } of files) {
    const found = again.get(kept.key)
    if (!found || Buffer.compare(bytes, found.bytes) !== 0 || JSON.stringify(kept) !== JSON.stringify(found.kept))
      unlike.push(`file ${kept.key}`)
  }
  const told = (await cloud.mail.messages({})).length - mails
  console.log(
    `${copied.length} items and ${files.length} files; not as they were: ${unlike.length}; mails sent: ${told}.`,
  )
  for (const each of unlike.slice(0, 50)) console.log(each)
  return unlike.length === 0 && told === 0
}

async function timed<T>(work: () => Promise<T>, what: string): Promise<T> {
  const began = performance.now()
  const done = await work()
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return done
}

/** A table of the same items; gives those. */
async function copyOf(from: Table, to: Table): Promise<Item[]> {
  const { Table: made } = await from.db.send(new DescribeTableCommand({ TableName: from.TableName }))
  const KeySchema = made?.KeySchema
  const AttributeDefinitions = made?.AttributeDefinitions?.filter(({ AttributeName }) =>
    KeySchema?.some((key) => key.AttributeName === AttributeName),
  )
  const { TableName } = to
  await to.db.send(
    new CreateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', KeySchema, AttributeDefinitions }),
  )
  const all: Item[] = []
  for await (const page of pagesOf(from)) {
    await putAll(to, page)
    all.push(...page)
  }
  return all
}

/** Of three items one goes and one is spoilt, whatever they are. */
async function lose({ db, TableName }: Table, items: readonly Item[]): Promise<void> {
  for (const [i, item] of items.toSorted((one, other) => (lineOf(one) < lineOf(other) ? -1 : 1)).entries()) {
    const { pk, sk } = item
    if (i % 3 === 0 && pk && sk) await db.send(new DeleteItemCommand({ TableName, Key: { pk, sk } }))
    if (i % 3 === 1) await db.send(new PutItemCommand({ TableName, Item: { ...item, name: { S: 'spoilt' } } }))
  }
}

async function filesOf(media: Media) {
  const all: Awaited<ReturnType<typeof fetchFile>>[] = []
  for await (const key of keysOf(media, '')) all.push(await fetchFile(media, key))
  return all
}
