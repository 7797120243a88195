import { CfnOutput, type Stack } from 'aws-cdk-lib'
import { MxRecord } from 'aws-cdk-lib/aws-route53'
import { ReceiptRuleSet, TlsPolicy } from 'aws-cdk-lib/aws-ses'
import { Sns } from 'aws-cdk-lib/aws-ses-actions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { allowPublish } from './alarms.ts'
import { zoneOf } from './domain.ts'
import { region, type Domain } from './stages.ts'

/**
 * Delivers mail sent to the replies domain to a queue, complete and with SES's verdicts on its sender. Mail above 150 KB, which
 * no calendar app's answer reaches, bounces. SES has one active rule set, which is activated once by hand.
 */
export function receiveMail(
  stack: Stack,
  queue: Queue,
  { domain, replies }: { domain: Domain; replies: string },
): void {
  const topic = new Topic(stack, 'Received', { enforceSSL: true })
  allowPublish('ses.amazonaws.com', topic)
  topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }))
  const rules = new ReceiptRuleSet(stack, 'Receiving')
  const rule = rules.addRule('Replies', {
    recipients: [replies],
    scanEnabled: true,
    tlsPolicy: TlsPolicy.REQUIRE,
    actions: [new Sns({ topic })],
  })
  // SES tries to publish when the rule is created, so the topic's policy must exist first.
  rule.node.addDependency(topic)
  new MxRecord(stack, 'RepliesMx', {
    zone: zoneOf(stack, domain),
    recordName: `${replies}.`,
    values: [{ priority: 10, hostName: `inbound-smtp.${region}.amazonaws.com` }],
  })
  new CfnOutput(stack, 'receiving-rules', { value: rules.receiptRuleSetName })
}
