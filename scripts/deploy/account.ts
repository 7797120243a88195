import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { region, type Stage, stackName } from '#infra/stages.ts'
import { aws } from './aws.ts'
import { Advice } from './commands.ts'
import type { Place } from './history.ts'

/**
 * Checks that there are credentials, that AWS accepts them, and that the account is bootstrapped for CDK. Returns the
 * bucket that `cdk bootstrap` has created, or undefined if these credentials may not list buckets.
 */
export async function checkAccount(): Promise<Place | undefined> {
  const s3 = new S3Client({ region })
  await s3.config.credentials().catch(() => {
    throw new Advice('No AWS credentials found: run "aws sso login", or set AWS_PROFILE, and try again.')
  })
  try {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({ Prefix: 'cdk-hnb659fds-assets-' }))
    const own = Buckets.find(({ Name = '' }) => Name.endsWith(`-${region}`))
    if (own?.Name) return { s3, Bucket: own.Name }
  } catch (error) {
    const { name, message } = error as Error
    // Credentials that may only deploy cannot list buckets; CDK itself reports what it misses then.
    if (name === 'AccessDenied') return undefined
    throw new Advice(`AWS rejects these credentials (${name}: ${message}): sign in again.`)
  }
  throw new Advice(
    `This account is not bootstrapped for CDK yet. Run once: npm run build && npx cdk bootstrap aws://<account>/${region}`,
  )
}

/** Refuses a stage that retains people's data but would alert nobody when it fails, or could not send any mail. */
export function refuseSilent({ name, retain, alarmEmail, domain, mailFrom }: Stage): void {
  const lacks = [
    ...(alarmEmail ? [] : ['sends its alarms to nobody (alarmEmail)']),
    ...(domain || mailFrom.withoutDomain ? [] : ['cannot send mail (domain, or mailFrom.withoutDomain)']),
  ]
  if (retain && lacks.length > 0)
    throw new Advice(
      `The stage ${name} ${lacks.join(' and ')}: see infra/stages.ts. To deploy it anyway, add --despite-silence.`,
    )
}

/** How many of an account's concurrent executions AWS keeps unreserved once any are reserved. */
const unreserved = 100

/**
 * Refuses what CloudFormation would reject half-way in a new account. Checks nothing if the AWS CLI is missing or not
 * permitted to ask.
 */
export async function refuseUnready(stage: Stage): Promise<void> {
  const { webhookConcurrency = 0 } = stage
  const [logs, most = 0, taken] = await Promise.all([
    aws<string | null>('apigateway', 'get-account', '--query', 'cloudwatchRoleArn'),
    aws<number>('lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions'),
    takenIdentity(stage),
  ])
  if (logs === null)
    throw new Advice(
      'API Gateway cannot write logs in this account yet: give it a role, see "Once for an account" in README.md.',
    )
  if (most > 0 && webhookConcurrency > 0 && most < unreserved + webhookConcurrency)
    throw new Advice(
      `This account has ${most} concurrent Lambda executions, and the stage needs ${unreserved + webhookConcurrency}: request 1,000 in Service Quotas.`,
    )
  if (taken !== undefined)
    throw new Advice(
      `SES already has the identity ${taken}, which the stage would create: delete it in SES if it was added by hand, or choose another one for the stage in infra/stages.ts.`,
    )
}

/** The address or domain that a stage without stacks would create in SES, if it exists there already, added by hand or by another stage. */
async function takenIdentity(stage: Stage): Promise<string | undefined> {
  const identity = stage.domain?.name ?? stage.mailFrom.withoutDomain
  if (identity === undefined) return undefined
  const stacks = "Stacks[?StackStatus!='ROLLBACK_COMPLETE'].StackName"
  const [known, made] = await Promise.all([
    aws<string>('sesv2', 'get-email-identity', '--email-identity', identity, '--query', 'IdentityType'),
    aws<string[]>('cloudformation', 'describe-stacks', '--query', stacks),
  ])
  return known && made && !made.includes(stackName(stage, 'data')) ? identity : undefined
}
