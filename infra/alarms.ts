import { Aws, Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'

/** The period of every metric with an alarm. */
export const fiveMinutes = Duration.minutes(5)

type AlarmProps = {
  metric: IMetric
  /** The threshold: the alarm fires above this value … */
  above: number
  /** … in this many consecutive five-minute periods. */
  periods: number
  /** What people lose meanwhile: one sentence that someone woken at night understands. */
  impact: string
  /** The section of infra/RUNBOOK.md that says what to do. */
  page: string
  topic: ITopic
}

/** An alarm whose description has the impact on users and, in a second line, the place in the runbook. Missing data counts as good. */
export function alarm(
  scope: Construct,
  id: string,
  { metric, above, periods, impact, page, topic }: AlarmProps,
): Alarm {
  const created = new Alarm(scope, id, {
    metric,
    threshold: above,
    evaluationPeriods: periods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${impact}\ninfra/RUNBOOK.md#${page}`,
  })
  created.addAlarmAction(new SnsAction(topic))
  created.addOkAction(new SnsAction(topic))
  return created
}

/** The SNS topic of a stage's alarms, with an e-mail subscription if the stage has an address for it. */
export function alarmTopic(scope: Construct, email: string | undefined): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true })
  allowPublish('cloudwatch.amazonaws.com', topic)
  if (email) topic.addSubscription(new EmailSubscription(email))
  return topic
}

/**
 * Allows an AWS service to publish to a topic for this account. The default topic policy would allow it, but enforceSSL replaces that by
 * one that only denies.
 */
export function allowPublish(service: string, topic: Topic): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(service)],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  )
}
