import { randomUUID } from 'node:crypto'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Clock, Mail, Resource } from '../../types.ts'

type Subscription = { set: string; kinds: readonly string[]; queues: readonly string[] }
type SendMessage = (queueArn: string, body: string) => Promise<void>

/**
 * The events that SES publishes for mails with a configuration set, on the account's event bus and from there to
 * queues. Locally, mail is always delivered; for the addresses of SES's mailbox simulator it bounces or is reported as
 * spam, as it would there.
 */
export function mailEvents(
  assembly: Assembly,
): (mail: Mail, messageId: string, how: { clock: Clock; send: SendMessage }) => Promise<void> {
  const subscriptions = subscriptionsIn(assembly)
  return async (mail, messageId, { clock, send }) => {
    const queues = subscriptions.filter(({ set }) => set === mail.configurationSet)
    if (queues.length === 0) return
    const time = new Date(clock.now()).toISOString()
    for (const event of eventsOf(mail, messageId, time))
      for (const { kinds, queues: arns } of queues)
        if (kinds.includes(event.kind))
          for (const arn of arns) await send(arn, JSON.stringify(toBusEvent(assembly, event, time)))
  }
}

type MailEvent = { kind: string; name: string; detail: object }

function eventsOf(mail: Mail, messageId: string, time: string): MailEvent[] {
  const tags = Object.fromEntries(Object.entries(mail.tags ?? {}).map(([name, value]) => [name, [value]]))
  const about = {
    mail: {
      timestamp: time,
      source: mail.from,
      messageId,
      destination: mail.to,
      tags: { ...tags, 'ses:configuration-set': [mail.configurationSet] },
    },
  }
  const [to = ''] = mail.to
  if (/^bounce(\+.*)?@simulator\.amazonses\.com$/i.test(to)) {
    const bounce = {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      timestamp: time,
      bouncedRecipients: [{ emailAddress: to }],
    }
    return [{ kind: 'bounce', name: 'Email Bounced', detail: { eventType: 'Bounce', ...about, bounce } }]
  }
  const delivery = { timestamp: time, recipients: mail.to }
  const delivered = { kind: 'delivery', name: 'Email Delivered', detail: { eventType: 'Delivery', ...about, delivery } }
  if (!/^complaint(\+.*)?@simulator\.amazonses\.com$/i.test(to)) return [delivered]
  const complaint = { timestamp: time, complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: to }] }
  const complained = { eventType: 'Complaint', ...about, complaint }
  return [delivered, { kind: 'complaint', name: 'Email Complaint Received', detail: complained }]
}

const toBusEvent = ({ account, region }: Assembly, { name, detail }: MailEvent, time: string) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': name,
  source: 'aws.ses',
  account,
  region,
  time,
  resources: [],
  detail,
})

type Destination = {
  ConfigurationSetName: string
  EventDestination: { MatchingEventTypes: string[]; Enabled?: boolean }
}
type Pattern = { source?: string[]; detail?: { mail?: { tags?: Record<string, string[]> } } }
type Rule = { EventPattern?: Pattern; Targets?: { Arn: string }[] }

/** Which queues receive the events of which set, according to its event destination and the bus rules that name it. */
function subscriptionsIn(assembly: Assembly): Subscription[] {
  const rules = assembly.ofType('AWS::Events::Rule').flatMap((rule) => setsOf(assembly, rule))
  return assembly.ofType('AWS::SES::ConfigurationSetEventDestination').map((each) => {
    const properties = assembly.resolve<Destination>(each.stack, each.properties)
    const { ConfigurationSetName: set, EventDestination: to } = properties
    rejectUnknownProperties(
      to,
      ['Enabled', 'EventBridgeDestination', 'MatchingEventTypes', 'Name'],
      describeResource(each),
    )
    const queues = rules.filter((rule) => rule.set === set).map(({ queue }) => queue)
    return { set, kinds: to.Enabled === false ? [] : to.MatchingEventTypes, queues }
  })
}

function setsOf(assembly: Assembly, rule: Resource): { set: string; queue: string }[] {
  const { EventPattern: pattern, Targets = [] } = assembly.resolve<Rule>(rule.stack, rule.properties)
  if (pattern?.source?.join() !== 'aws.ses') return []
  const sets = pattern.detail?.mail?.tags?.['ses:configuration-set']
  if (!sets) throw new StartError(`${describeResource(rule)} has a pattern that names no configuration set.`)
  return sets.flatMap((set) => Targets.map(({ Arn }) => ({ set, queue: Arn })))
}
