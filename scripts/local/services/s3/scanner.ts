import { randomUUID } from 'node:crypto'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import type { Assembly, Clock } from '../../types.ts'
import { recordFilter } from '../lambda/filters.ts'
import type { BucketEvent } from './exchange.ts'
import type { Store, Stored } from './store.ts'

type Context = {
  clock: Clock
  storeOf: (bucket: string) => Pick<Store, 'get' | 'read' | 'tag'> | undefined
  send: (queueArn: string, body: string) => Promise<void>
}

/**
 * The local counterpart of GuardDuty's malware protection for buckets: scans each new object under a plan's prefix for
 * the harmless test string that every scanner reports. The object gets GuardDuty's tag, and the event goes to the
 * queues of matching rules on the account's event bus.
 */
export function bucketScanner(
  assembly: Assembly,
  { clock, storeOf, send }: Context,
): (event: BucketEvent) => Promise<void> {
  const plans = plansIn(assembly)
  const rules = rulesIn(assembly)
  return async ({ eventName, bucket, key }) => {
    if (!eventName.startsWith('ObjectCreated:')) return
    const plan = plans.find((each) => each.bucket === bucket && each.prefixes.some((prefix) => key.startsWith(prefix)))
    const store = storeOf(bucket)
    const stored = plan && store?.get(key)
    if (!store || !stored) return
    const isHarmful = await holdsTestString(store.read(stored))
    const status = isHarmful ? 'THREATS_FOUND' : 'NO_THREATS_FOUND'
    if (plan.tags) store.tag(stored, { GuardDutyMalwareScanStatus: status })
    const event = toBusEvent(assembly, {
      plan: plan.arn,
      bucket,
      stored,
      status,
      time: new Date(clock.now()).toISOString(),
    })
    for (const { fits: matches, queues } of rules)
      if (matches(event)) for (const queue of queues) await send(queue, JSON.stringify(event))
  }
}

/** EICAR's antivirus test string, in two halves, so that no scanner reports this file. */
export const testString = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')

async function holdsTestString(bytes: AsyncIterable<unknown>): Promise<boolean> {
  // The string may span two chunks.
  let end: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const joined = Buffer.concat([end, chunk as Buffer])
    if (joined.includes(testString, 0, 'latin1')) return true
    end = joined.subarray(Math.max(0, joined.length - testString.length))
  }
  return false
}

type Plan = {
  ProtectedResource: { S3Bucket: { BucketName: string; ObjectPrefixes?: string[] } }
  Actions?: { Tagging?: { Status?: string } }
}

const plansIn = (assembly: Assembly) =>
  assembly.ofType('AWS::GuardDuty::MalwareProtectionPlan').map((plan) => {
    rejectUnknownProperties(plan.properties, ['Actions', 'ProtectedResource', 'Role', 'Tags'], describeResource(plan))
    const { ProtectedResource, Actions } = assembly.resolve<Plan>(plan.stack, plan.properties)
    const { BucketName: bucket, ObjectPrefixes: prefixes = [''] } = ProtectedResource.S3Bucket
    return { arn: assembly.arn(plan), bucket, prefixes, tags: Actions?.Tagging?.Status === 'ENABLED' }
  })

type Rule = { EventPattern?: { source?: string[] }; Targets?: { Arn: string }[] }

const rulesIn = (assembly: Assembly) =>
  assembly.ofType('AWS::Events::Rule').flatMap((rule) => {
    const { EventPattern, Targets = [] } = assembly.resolve<Rule>(rule.stack, rule.properties)
    if (EventPattern?.source?.join() !== 'aws.guardduty') return []
    const matches = recordFilter({ Filters: [{ Pattern: JSON.stringify(EventPattern) }] }, describeResource(rule))
    // Topics only raise alarms, and there are none locally.
    return [{ fits: matches, queues: Targets.map(({ Arn }) => Arn).filter((arn) => arn.includes(':sqs:')) }]
  })

type ScanResult = { plan: string; bucket: string; stored: Stored; status: string; time: string }

const toBusEvent = ({ account, region }: Assembly, { plan, bucket, stored, status, time }: ScanResult) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'GuardDuty Malware Protection Object Scan Result',
  source: 'aws.guardduty',
  account,
  region,
  time,
  resources: [plan],
  detail: {
    schemaVersion: '1.0',
    scanStatus: 'COMPLETED',
    resourceType: 'S3_OBJECT',
    s3ObjectDetails: {
      bucketName: bucket,
      objectKey: stored.key,
      eTag: stored.etag.replaceAll('"', ''),
      versionId: 'null',
      s3Throttled: false,
    },
    scanResultDetails: {
      scanResultStatus: status,
      threats: status === 'THREATS_FOUND' ? [{ name: 'EICAR-Test-File (not a virus)' }] : null,
    },
  },
})
