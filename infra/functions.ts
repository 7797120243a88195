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
import { faultsOf, providerSecretName, pushAddress, resourceName, type Stage, webhooksAddress } from './stages.ts'

type FunctionProps = {
  stage: Stage
  data: Data
  record: FunctionRecord
  /** The folder with `functions/<name>/index.mjs`. */
  build: string
  /** In seconds, where the record has none. */
  timeout: number
  environment?: Record<string, string>
  /** Concurrent executions that are reserved for it, which is also the most that it has. */
  reservedConcurrency?: number | undefined
}

/**
 * One function of the registry: its bundle, its log group, a role with the permissions of its record, and alarms on errors and throttles.
 * `name` is its name in the registry and the folder of its bundle.
 */
export function createFunction(stack: Stack, name: string, props: FunctionProps): Lambda {
  const { stage, data, record, build, reservedConcurrency } = props
  const logGroup = new LogGroup(stack, `${name}-log`, {
    retention: stage.logs,
    removalPolicy: stage.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  const role = roleOf(stack, name, record, props)
  logGroup.grantWrite(role)

  const lambda = new Lambda(stack, name, {
    // A fixed name, by which the dashboard and operators find it. A function that moves to another stack needs another name there:
    // CloudFormation creates the new one before it deletes the old one.
    functionName: resourceName(stage, name),
    description: `${stage.name}: ${name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: record.memory ?? stage.memory,
    timeout: Duration.seconds(record.timeout ?? props.timeout),
    ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
    ...(record.recursiveLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
    handler: 'index.handler',
    // Source maps are not deployed: a build of the same commit has the same bundle, and so the map for a stack trace.
    code: Code.fromAsset(`${build}/functions/${name}`, { exclude: ['*.map'] }),
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    tracing: Tracing.ACTIVE,
    environment: environmentOf(props),
  })
  addAlarms(lambda, name, { stage, data, record, logGroup })
  return lambda
}

function environmentOf({ stage, data, record, environment }: FunctionProps): Record<string, string> {
  return {
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
    ...providersOf(record, stage),
    ...environment,
  }
}

type AlarmedProps = Pick<FunctionProps, 'stage' | 'data' | 'record'> & { logGroup: LogGroup }
/** Alarms on errors, both those that it throws and those that it catches and logs, and on throttles. */
function addAlarms(lambda: Lambda, name: string, { stage, data, record, logGroup }: AlarmedProps): void {
  const { stack } = lambda
  const metric = { period: fiveMinutes, statistic: 'Sum' }
  const shared = { periods: 1, impact: record.impact, topic: data.topic }
  // A custom metric is billed only in months in which it has values.
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
  // A message that a worker fails on is delivered again.
  const above = 'stream' in record.on || 'queue' in record.on ? 3 : 0
  alarm(stack, `${name}-errors`, { metric: errors, above, ...shared, page: 'errors' })
  alarm(stack, `${name}-throttles`, { metric: lambda.metricThrottles(metric), above: 0, ...shared, page: 'throttles' })
}

/** The ARNs of the secrets that a function reads. */
const secretsOf = ({ secrets = [] }: FunctionRecord, data: Data) =>
  Object.fromEntries(secrets.map((name) => [`${name.toUpperCase()}_SECRET`, data.secrets[name].secretArn]))

/** The URLs of the providers that a function calls, and the names of the secrets with our credentials there. */
const providersOf = ({ providers = [] }: FunctionRecord, stage: Stage) =>
  Object.fromEntries(
    providers.flatMap((name) => [
      [`${name.toUpperCase()}_ADDRESS`, stage.providerUrls[name]],
      [`${name.toUpperCase()}_SECRET`, providerSecretName(stage, name)],
    ]),
  )
