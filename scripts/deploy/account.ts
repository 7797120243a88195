import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { region, type Stage } from '#infra/stages.ts'
import { aws } from './aws.ts'
import { Advice } from './commands.ts'
import type { Place } from './history.ts'

/**
 * Whether there are credentials, whether AWS takes them, and whether the account is prepared for CDK. Gives the bucket that
 * `cdk bootstrap` has made; undefined when these credentials may not list buckets.
 */
export async function checkAccount(): Promise<Place | undefined> {
  const s3 = new S3Client({ region })
  await s3.config.credentials().catch(() => {
    throw new Advice('There are no AWS credentials here: run "aws sso login", or set AWS_PROFILE, and try again.')
  })
  try {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({ Prefix: 'cdk-hnb659fds-assets-' }))
    const own = Buckets.find(({ Name = '' }) => Name.endsWith(`-${region}`))
    if (own?.Name) return { s3, Bucket: own.Name }
  } catch (error) {
    const { name, message } = error as Error
    // Who may only deploy may not list buckets; CDK says itself what it misses then.
    if (name === 'AccessDenied') return undefined
    throw new Advice(`AWS does not take these credentials (${name}: ${message}): sign in again.`)
  }
  throw new Advice(
    `This account is not prepared for CDK yet. Once: npm run build && npx cdk bootstrap aws://<account>/${region}`,
  )
}

/** Refuses a stage that keeps what people entrust to it and would tell nobody when it fails, or nobody anything at all by mail. */
export function refuseSilent({ name, retain, alarmEmail, domain, mailFrom }: Stage): void {
  const lacks = [
    ...(alarmEmail ? [] : ['tells nobody of its alarms (alarmEmail)']),
    ...(domain || mailFrom.withoutDomain ? [] : ['mails nobody (domain, or mailFrom.withoutDomain)']),
  ]
  if (retain && lacks.length > 0)
    throw new Advice(
      `The stage ${name} ${lacks.join(' and ')}: see infra/stages.ts. If that is meant, add --despite-silence.`,
    )
}

/** What AWS keeps unreserved of an account's concurrent executions, once any are reserved. */
const unreserved = 100

/**
 * Refuses what CloudFormation would refuse half-way, in an account that is new. Where the command aws is not at hand, or may not
 * ask, it says nothing.
 */
export async function refuseUnready({ webhookConcurrency = 0 }: Stage): Promise<void> {
  const [logs, most = 0] = await Promise.all([
    aws<string | null>('apigateway', 'get-account', '--query', 'cloudwatchRoleArn'),
    aws<number>('lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions'),
  ])
  if (logs === null)
    throw new Advice(
      'API Gateway may not write logs in this account yet: give it a role for that, see "Once for an account" in README.md.',
    )
  if (most > 0 && webhookConcurrency > 0 && most < unreserved + webhookConcurrency)
    throw new Advice(
      `Lambda gives this account ${most} concurrent executions, and the stage needs ${unreserved + webhookConcurrency}: ask for 1,000 in Service Quotas.`,
    )
}
