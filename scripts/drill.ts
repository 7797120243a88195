import 'temporal-polyfill/global'
import { setTimeout } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { startBench } from './bench/cloud.ts'
import { demoPart } from './demo/ids.ts'
import { tableEnvironment } from './demo/seedDemo.ts'

// The table's code reads the table name when it is loaded; the bench's demo sets it.
const bench = await startBench()
try {
  const { drill } = await import('./restore/drill.ts')
  const { adminClientConfig: config, mail } = bench.cloud
  const table = { db: new DynamoDBClient(config), TableName: tableEnvironment(bench.cloud)['TABLE_NAME'] ?? '' }
  const { tallies, unlike } = await drill({
    currentTable: table,
    settle: () => waitUntilEmpty(new SQSClient(config)),
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

/** Waits until all queues have been empty for three seconds, enough for the table's stream to be read; one minute at most. */
async function waitUntilEmpty(sqs: SQSClient): Promise<void> {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}))
  const workerQueues = QueueUrls.filter((url) => !url.endsWith('-aside'))
  for (let quietRounds = 0, tries = 0; quietRounds < 6 && tries < 120; tries++) {
    const heldCounts = await Promise.all(workerQueues.map((url) => countMessages(sqs, url)))
    quietRounds = heldCounts.some((count) => count > 0) ? 0 : quietRounds + 1
    await setTimeout(500)
  }
}

async function countMessages(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  )
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0)
}
