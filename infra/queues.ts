import { Arn, Aws, Duration, Validations } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { FilterCriteria, FilterRule, type Function as Lambda, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { ChangeFilter, FunctionRecord, QueueOptions } from '#functions/registry.ts'
import { alarm, fiveMinutes } from './alarms.ts'
import type { Data } from './data.ts'
import { region, resourceName, type Stage } from './stages.ts'

/** The common prefix of the URLs of a stage's queues; each ends in the name of its function. */
export const queueUrls = (stage: Stage): string =>
  `https://sqs.${region}.amazonaws.com/${Aws.ACCOUNT_ID}/${resourceName(stage, '')}`

/** The ARN of a function's queue, derived from its name so that functions of other stacks can send to it. */
export const queueArn = (stage: Stage, name: string): string =>
  Arn.format({ partition: 'aws', service: 'sqs', region, account: Aws.ACCOUNT_ID, resource: resourceName(stage, name) })

type QueueProps = { stage: Stage; data: Data; record: FunctionRecord & { on: QueueOptions } }

/**
 * Gives a function a queue with a dead-letter queue. Alarms are raised as long as something is in the dead-letter queue, and when the
 * oldest message has waited for half an hour.
 */
export function addQueue(lambda: Lambda, name: string, { stage, data, record }: QueueProps): Queue {
  const { maxConcurrency = 5, maxReceiveCount = 9 } = record.on
  const { stack } = lambda
  const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) }
  const deadLetters = new Queue(stack, `${name}-aside`, { ...shared, queueName: resourceName(stage, `${name}-aside`) })
  Validations.of(deadLetters).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It is itself what takes in what failed.',
  })
  const queue = new Queue(stack, `${name}-queue`, {
    ...shared,
    queueName: resourceName(stage, name),
    // AWS recommends six times the function's timeout, so that no message is redelivered while it is being processed.
    visibilityTimeout: Duration.seconds(6 * (lambda.timeout?.toSeconds() ?? 30)),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  })
  lambda.addEventSource(new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency }))
  const { impact } = record
  const { topic } = data
  const measured = { period: fiveMinutes, statistic: 'Maximum' }
  const deadLetterCount = deadLetters.metricApproximateNumberOfMessagesVisible(measured)
  alarm(stack, `${name}-put-aside`, { metric: deadLetterCount, above: 0, periods: 1, impact, page: 'put-aside', topic })
  const age = queue.metricApproximateAgeOfOldestMessage(measured)
  alarm(stack, `${name}-waits`, { metric: age, above: 1800, periods: 1, impact, page: 'waits', topic })
  return queue
}

/**
 * Invokes a function with the table's stream, for changes of the watched kinds of items. Records that it fails on are
 * delivered again as long as the stream keeps them, 24 hours; then their position is sent to a queue, which raises an
 * alarm. No shorter maximum age is set: it would also drop older records when an operator has the stream read again
 * from its beginning.
 */
export function addStream(
  lambda: Lambda,
  name: string,
  { stage, data, record }: Omit<QueueProps, 'record'> & { record: FunctionRecord },
  filters: readonly ChangeFilter[],
): void {
  const { table, topic } = data
  const { stack } = lambda
  const queue = new Queue(stack, `${name}-given-up`, {
    queueName: resourceName(stage, `${name}-given-up`),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'It is itself what takes in what failed.' })
  if (!table.tableStreamArn) throw new Error('The table has no stream.')
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }))
  lambda.addToRolePolicy(new PolicyStatement({ actions: streamActions, resources: [table.tableStreamArn] }))
  const kinds = [...new Set(filters.map(({ kind }) => kind))].toSorted()
  lambda.addEventSourceMapping('Listens', {
    eventSourceArn: table.tableStreamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure: { bind: () => ({ destination: queue.queueArn }) },
    filters: ['NewImage', 'OldImage'].map((image) =>
      FilterCriteria.filter({ dynamodb: { [image]: { kind: { S: FilterRule.or(...kinds) } } } }),
    ),
  })
  const { impact } = record
  const metric = queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes, statistic: 'Maximum' })
  alarm(stack, `${name}-gave-up`, { metric, above: 0, periods: 1, impact, page: 'gave-up', topic })
  const age = lambda.metric('IteratorAge', { period: fiveMinutes, statistic: 'Maximum' })
  alarm(stack, `${name}-waits`, { metric: age, above: 15 * 60_000, periods: 1, impact, page: 'waits', topic })
}

/** Lambda reads a stream with the role of the function that it invokes. */
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
]
