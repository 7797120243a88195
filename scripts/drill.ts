import 'temporal-polyfill/global'
import { setTimeout } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { startBench } from './bench/cloud.ts'
import { demoPart } from './demo/ids.ts'
import { tableEnvironment } from './demo/seedDemo.ts'

// The table's module reads its name when it is loaded; seeding the demo of the bench sets it.
const bench = await startBench()
try {
  const { drill } = await import('./restore/drill.ts')
  const { adminClientConfig: config, mail } = bench.cloud
  const now = { db: new DynamoDBClient(config), TableName: tableEnvironment(bench.cloud)['TABLE_NAME'] ?? '' }
  const { tallies, unlike } = await drill({
    now,
    settle: () => emptied(new SQSClient(config)),
    mails: async () => (await mail.messages({})).length,
    log: console.log,
    // The youth club of the demo is restored on its own first.
    club: demoPart('o', 'Riverside Youth (Demo)'),
  })
  console.table([...tallies].map(([kind, tally]) => ({ kind, ...tally })))
  if (unlike.length > 0) process.exitCode = 1
} finally {
  await bench.close()
}

/** Waits until all queues have been empty for three seconds, in which the table's stream is read; at most a minute. */
async function emptied(sqs: SQSClient): Promise<void> {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}))
  const worked = QueueUrls.filter((url) => !url.endsWith('-aside'))
  for (let quiet = 0, tries = 0; quiet < 6 && tries < 120; tries++) {
    const held = await Promise.all(worked.map((url) => heldBy(sqs, url)))
    quiet = held.some((count) => count > 0) ? 0 : quiet + 1
    await setTimeout(500)
  }
}

async function heldBy(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  )
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0)
}
