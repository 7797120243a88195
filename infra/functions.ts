import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch'
import {
  Architecture,
  Code,
  Function as Lambda,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { faultWords } from '#functions/runtime/faultLine.ts'
import type { FunctionRecord } from '#functions/registry.ts'
import { alarm, fiveMinutes } from './alarms.ts'
import type { Data } from './data.ts'
import { queueUrls } from './queues.ts'
import { roleOf } from './roles.ts'
import { faultsOf, outsideSecretName, pushAddress, resourceName, type Stage, webhooksAddress } from './stages.ts'

type FunctionProps = {
  stage: Stage
  data: Data
  record: FunctionRecord
  /** The folder with `functions/<name>/index.mjs`. */
  build: string
  /** In seconds, if the record states none. */
  timeout: number
  environment?: Record<string, string>
  /** Reserved concurrency; unreserved if left out. */
  atOnce?: number
}

/**
 * One function of the registry: its bundle, its log, a role with the rights in its record, and two alarms that state the impact
 * on users. `name` is the folder of its bundle.
 */
export function createFunction(stack: Stack, name: string, props: FunctionProps): Lambda {
  const { stage, data, record, build, environment } = props
  const logGroup = new LogGroup(stack, `${name}-log`, {
    retention: stage.logs,
    removalPolicy: stage.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  const role = roleOf(stack, name, record, props)
  logGroup.grantWrite(role)

  const lambda = new Lambda(stack, name, {
    // Named, so that the dashboard and operators find it. A function that moves to another stack needs another name there: AWS
    // creates the new one before it deletes the old one.
    functionName: resourceName(stage, name),
    description: `${stage.name}: ${name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: record.memory ?? stage.memory,
    timeout: Duration.seconds(record.timeout ?? props.timeout),
    ...(props.atOnce !== undefined && { reservedConcurrentExecutions: props.atOnce }),
    ...(record.putsOff && { recursiveLoop: RecursiveLoop.ALLOW }),
    handler: 'index.handler',
    // Source maps are not deployed: the same commit builds the same bundle, so they are available when a stack trace is read.
    code: Code.fromAsset(`${build}/functions/${name}`, { exclude: ['*.map'] }),
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    tracing: Tracing.ACTIVE,
    environment: {
      TABLE_NAME: data.table.tableName,
      ...(record.media && { MEDIA_BUCKET: data.media.bucketName }),
      ...(record.mail &&
        data.mail && {
          MAIL_FROM: data.mail.from,
          MAIL_SET: data.mail.set.configurationSetName,
          ...(data.mail.replies !== undefined && { MAIL_REPLIES: data.mail.replies }),
          ...(stage.supportEmail && { SUPPORT_EMAIL: stage.supportEmail }),
        }),
      ...(record.sends && { QUEUES: queueUrls(stage) }),
      ...secretsOf(record, data),
      ...(record.secrets?.includes('push') && { PUSH_ADDRESS: pushAddress }),
      ...(record.webhooks && stage.name === 'local' && { WEBHOOKS_ADDRESS: webhooksAddress }),
      ...outsideOf(record, stage),
      ...environment,
    },
  })

  const { loses } = record
  const { topic } = data
  const metric = { period: fiveMinutes, statistic: 'Sum' }
  const watched = { periods: 1, loses, topic }
  // A metric without values is free: this one has none as long as nothing fails.
  const faults = new MetricFilter(stack, `${name}-faults`, {
    logGroup,
    filterPattern: FilterPattern.literal(`"${faultWords}"`),
    ...faultsOf(stage, name),
    metricValue: '1',
  })
  const errors = new MathExpression({
    expression: 'FILL(thrown, 0) + FILL(caught, 0)',
    usingMetrics: { thrown: lambda.metricErrors(metric), caught: faults.metric(metric) },
    period: fiveMinutes,
  })
  // Workers retry what fails.
  const above = 'stream' in record.on || 'queue' in record.on ? 3 : 0
  alarm(stack, `${name}-errors`, { metric: errors, above, ...watched, page: 'errors' })
  alarm(stack, `${name}-throttles`, { metric: lambda.metricThrottles(metric), above: 0, ...watched, page: 'throttles' })
  return lambda
}

/** The ARNs of a function's signing keys, without their values. */
const secretsOf = ({ secrets = [] }: FunctionRecord, data: Data) =>
  Object.fromEntries(secrets.map((name) => [`${name.toUpperCase()}_SECRET`, data.secrets[name].secretArn]))

/** URLs of the providers that a function calls, and the names of our secrets for them. */
const outsideOf = ({ outside = [] }: FunctionRecord, stage: Stage) =>
  Object.fromEntries(
    outside.flatMap((name) => [
      [`${name.toUpperCase()}_ADDRESS`, stage.outside[name]],
      [`${name.toUpperCase()}_SECRET`, outsideSecretName(stage, name)],
    ]),
  )
