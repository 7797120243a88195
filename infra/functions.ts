import { Aws, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  Code,
  FilterCriteria,
  FilterRule,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  StartingPosition,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { alarm, fiveMinutes } from './alarms.ts'
import type { Data } from './data.ts'
import type { Mail } from './domain.ts'
import type { Grant } from './grants.ts'
import { region, type Stage } from './stages.ts'

type HouseFunctionProps = {
  stage: Stage
  data: Data
  grant: Grant
  /** The folder with `functions/<name>/index.mjs`. */
  build: string
  timeout: Duration
  environment?: Record<string, string>
}

/**
 * One of our functions: its bundle, its log, a role with exactly its grant, and two alarms that say what people lose.
 * `name` is the folder of its bundle.
 */
export function houseFunction(stack: Stack, name: string, props: HouseFunctionProps): Lambda {
  const { stage, data, grant, build, timeout, environment } = props
  const logGroup = new LogGroup(stack, `${name}-log`, {
    retention: stage.logs,
    removalPolicy: stage.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  const role = new Role(stack, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  logGroup.grantWrite(role)
  for (const statement of statementsOf(grant, data)) role.addToPolicy(statement)
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray has no resources to name: PutTraceSegments and PutTelemetryRecords are granted on all or nothing.',
  })

  if (grant.media) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${exportedName(data.media)}/${grant.media.folder}/*]`,
      reason:
        'The files of a folder are named by the people they belong to; nobody else may be written for, by our own code.',
    })
  }

  if (grant.mail && data.mail) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:aws:ses:${region}:<AWS::AccountId>:identity/*]`,
      reason:
        'In its sandbox SES asks about the identity of who gets a mail. Whom it is from is the condition: only us.',
    })
  }

  const lambda = new Lambda(stack, name, {
    description: `${stage.name}: ${name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: stage.memory,
    timeout,
    handler: 'index.handler',
    // Source maps stay here: the same commit builds the same bundle, so they are at hand when a stack trace is read.
    code: Code.fromAsset(`${build}/functions/${name}`, { exclude: ['*.map'] }),
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    tracing: Tracing.ACTIVE,
    environment: {
      TABLE_NAME: data.table.tableName,
      ...(grant.media && { MEDIA_BUCKET: data.media.bucketName }),
      ...(grant.mail && data.mail && { MAIL_FROM: data.mail.from }),
      ...(grant.links && { LINK_SECRET: data.linkSecret.secretValue.unsafeUnwrap() }),
      ...environment,
    },
  })

  if (grant.called) listen(lambda, data, grant.called, givenUp(lambda, name, props))
  const { loses } = grant
  const { topic } = data
  const metric = { period: fiveMinutes, statistic: 'Sum' }
  alarm(stack, `${name}-errors`, { metric: lambda.metricErrors(metric), above: 0, periods: 1, loses, topic })
  alarm(stack, `${name}-throttles`, { metric: lambda.metricThrottles(metric), above: 0, periods: 1, loses, topic })
  return lambda
}

/**
 * Has the table's stream call a function, one item at a time. What fails is tried again, later and later, for an hour at
 * most, so that one item that cannot be dealt with does not hold up the others for long; its failures wake someone. What
 * is given up then goes to the queue.
 */
function listen(
  lambda: Lambda,
  { table }: Data,
  { kind, attribute, value }: NonNullable<Grant['called']>,
  queue: Queue,
): void {
  lambda.addEventSourceMapping('Listens', {
    eventSourceArn: table.tableStreamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 1,
    retryAttempts: 10,
    maxRecordAge: Duration.hours(1),
    onFailure: { bind: () => ({ destination: queue.queueArn }) },
    filters: [
      FilterCriteria.filter({
        dynamodb: {
          NewImage: { kind: { S: FilterRule.isEqual(kind) }, [attribute]: { S: FilterRule.isEqual(value) } },
        },
      }),
    ],
  })
}

/**
 * Where a note of each item lies that the function has given up: which, and why. Its alarm goes on until somebody has
 * looked and emptied the queue. The items themselves stay in the table.
 */
function givenUp(lambda: Lambda, name: string, { data: { topic }, grant: { loses } }: HouseFunctionProps): Queue {
  const queue = new Queue(lambda.stack, `${name}-given-up`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'It is itself what takes in what failed.' })
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }))
  const metric = queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes, statistic: 'Maximum' })
  alarm(lambda.stack, `${name}-gave-up`, { metric, above: 0, periods: 1, loses, topic })
  return queue
}

/** What the ARN of a bucket is called between stacks, by which a finding names it. */
function exportedName({ stack, bucketArn }: Bucket): string {
  const reference = stack.resolve(stack.exportValue(bucketArn)) as { 'Fn::ImportValue': string }
  return reference['Fn::ImportValue']
}

function statementsOf(grant: Grant, { table, media: bucket, mail }: Data): PolicyStatement[] {
  const { table: actions, indexes, media, called } = grant
  const allow = (actions: readonly string[], ...resources: string[]) =>
    new PolicyStatement({ actions: [...actions], resources })
  return [
    allow(actions, table.tableArn),
    ...(indexes.length > 0
      ? [allow(['dynamodb:Query'], ...indexes.map((index) => `${table.tableArn}/index/${index}`))]
      : []),
    ...(media ? [allow(media.actions, bucket.arnForObjects(`${media.folder}/*`))] : []),
    ...(called && table.tableStreamArn ? [allow(streamActions, table.tableStreamArn)] : []),
    ...(grant.mail && mail ? [sendMail(mail)] : []),
  ]
}

/**
 * Mail from our own address, whatever identity SES asks about: while it is in its sandbox it asks whether the role may use
 * the verified identity of who gets the mail, too.
 */
const sendMail = ({ address }: Mail) =>
  new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [`arn:aws:ses:${region}:${Aws.ACCOUNT_ID}:identity/*`],
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  })

/** Lambda reads a stream with the role of the function that it calls. */
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
]
