import { type Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as Lambda, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { alarm, fiveMinutes } from './alarms.ts'
import type { Data } from './data.ts'
import type { Grant } from './grants.ts'
import type { Stage } from './stages.ts'

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
  for (const statement of statementsOf(grant, data.table)) role.addToPolicy(statement)
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray has no resources to name: PutTraceSegments and PutTelemetryRecords are granted on all or nothing.',
  })

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
    environment: { TABLE_NAME: data.table.tableName, ...environment },
  })

  const { loses } = grant
  const { topic } = data
  const metric = { period: fiveMinutes, statistic: 'Sum' }
  alarm(stack, `${name}-errors`, { metric: lambda.metricErrors(metric), above: 0, periods: 1, loses, topic })
  alarm(stack, `${name}-throttles`, { metric: lambda.metricThrottles(metric), above: 0, periods: 1, loses, topic })
  return lambda
}

function statementsOf({ table: actions, indexes }: Grant, table: ITableV2): PolicyStatement[] {
  const onTable = new PolicyStatement({ actions: [...actions], resources: [table.tableArn] })
  if (!indexes.length) return [onTable]
  const onIndexes = new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: indexes.map((index) => `${table.tableArn}/index/${index}`),
  })
  return [onTable, onIndexes]
}
