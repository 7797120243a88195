import { Duration, type Stack, Validations } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import {
  type ILambdaApplication,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy'
import { type IRole, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Alias, type Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { faultLine } from '#functions/runtime/faultLine.ts'
import { resourceName, type Stage } from './stages.ts'

/** The name of the alias. */
const liveAlias = 'live'
/** The CDK context for a deployment that goes to everybody at once, such as an urgent fix: `-c at-once=true`. */
const atOnce = 'at-once'
const perMinute = { period: Duration.minutes(1), statistic: 'Sum' }

/** What all canary deployments of a stack share. */
export type Canaries = { application: ILambdaApplication; role: IRole; stage: Stage }

export function canaries(stack: Stack, stage: Stage): Canaries {
  const role = new Role(stack, 'Canaries-role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
  })
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'AWS keeps what CodeDeploy needs to move an alias, and it moves nothing else.',
  })
  const application = new LambdaApplication(stack, 'Canaries', { applicationName: resourceName(stage, 'canaries') })
  return { application, role, stage }
}

/**
 * The alias by which a function is invoked, with canary deployments: a new version gets one request in ten for ten
 * minutes; if one of them fails, all requests go to the previous version again, and the stack is rolled back.
 *
 * Only failures of the new version are counted, by an alarm of its own: with one alarm for both versions, failures of
 * the old version would block the version that fixes them, since CodeDeploy starts no deployment while its alarm is
 * active. Failures are errors that Lambda counts (`thrown`) and faults that the function has caught and logged
 * (`answered`).
 */
export function canaryAlias(stack: Stack, name: string, lambda: Lambda, { application, role, stage }: Canaries): Alias {
  const version = lambda.currentVersion
  const alias = new Alias(stack, `${name}-live`, { aliasName: liveAlias, version })
  const caughtFaults = new MetricFilter(stack, `${name}-failed`, {
    logGroup: lambda.logGroup,
    filterPattern: FilterPattern.literal(`"${faultLine(version.version)}"`),
    metricNamespace: `Touchline/${stage.name}`,
    metricName: `${name}-failed-${version.version}`,
    metricValue: '1',
  })
  const thrown = new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${liveAlias}`,
      ExecutedVersion: version.version,
    },
    ...perMinute,
  })
  const failureAlarm = new Alarm(stack, `${name}-canary`, {
    // A new name makes a new alarm, without the failures of earlier versions.
    alarmName: `${resourceName(stage, name)}-canary-${version.version}`,
    metric: new MathExpression({
      expression: 'FILL(thrown, 0) + FILL(answered, 0)',
      usingMetrics: { thrown, answered: caughtFaults.metric(perMinute) },
      period: perMinute.period,
    }),
    threshold: 0,
    // Metrics arrive some minutes late, and FILL gives 0 until then: the newest minute alone would never show a failure.
    evaluationPeriods: 5,
    datapointsToAlarm: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `The newest version fails: a deployment that runs goes back to the one before.\ninfra/RUNBOOK.md#canary`,
  })
  const group = new LambdaDeploymentGroup(stack, `${name}-group`, {
    application,
    role,
    alias,
    deploymentConfig: stack.node.tryGetContext(atOnce)
      ? LambdaDeploymentConfig.ALL_AT_ONCE
      : LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
    alarms: [failureAlarm],
    autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
  })
  // These must exist before the alias gets its first request.
  alias.node.addDependency(caughtFaults, failureAlarm, group)
  return alias
}
