import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { region, type Stage, stackName } from '#infra/stages.ts'
import { aws } from './aws.ts'
import { UserError } from './commands.ts'
import type { Place } from './history.ts'

/**
 * Checks that there are credentials, that AWS accepts them, and that the account is bootstrapped for CDK. Returns the
 * bucket that `cdk bootstrap` has created, or undefined if these credentials may not list buckets.
 */
export async function checkAccount(): Promise<Place | undefined> {
  const s3 = new S3Client({ region })
  await s3.config.credentials().catch(() => {
    throw new UserError('No AWS credentials found: run "aws sso login", or set AWS_PROFILE, and try again.')
  })
  try {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({ Prefix: 'cdk-hnb659fds-assets-' }))
    const bucket = Buckets.find(({ Name = '' }) => Name.endsWith(`-${region}`))
    if (bucket?.Name) return { s3, Bucket: bucket.Name }
  } catch (error) {
    const { name, message } = error as Error
    // Credentials that may only deploy cannot list buckets; CDK itself reports what it misses then.
    if (name === 'AccessDenied') return undefined
    throw new UserError(`AWS rejects these credentials (${name}: ${message}): sign in again.`)
  }
  throw new UserError(
    `This account is not bootstrapped for CDK yet. Run once: npm run build && npx cdk bootstrap aws://<account>/${region}`,
  )
}

/** Refuses a stage that retains people's data but would alert nobody when it fails, or could not send any mail. */
export function requireAlarmsAndMail({ name, retain, alarmEmail, domain, mailFrom }: Stage): void {
  const missingSetup = [
    ...(alarmEmail ? [] : ['sends its alarms to nobody (alarmEmail)']),
    ...(domain || mailFrom.withoutDomain ? [] : ['cannot send mail (domain, or mailFrom.withoutDomain)']),
  ]
  if (retain && missingSetup.length > 0)
    throw new UserError(
      `The stage ${name} ${missingSetup.join(' and ')}: see infra/stages.ts. To deploy it anyway, add --despite-silence.`,
    )
}

/** How many of an account's concurrent executions AWS keeps unreserved once any are reserved. */
const unreservedConcurrency = 100

/**
 * Refuses what CloudFormation would reject half-way in a new account. Checks nothing if the AWS CLI is missing or not
 * permitted to ask.
 */
export async function requireReadyAccount(stage: Stage): Promise<void> {
  const { webhookConcurrency = 0 } = stage
  const [logs, maxExecutions = 0, existingIdentity] = await Promise.all([
    aws<string | null>('apigateway', 'get-account', '--query', 'cloudwatchRoleArn'),
    aws<number>('lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions'),
    findExistingIdentity(stage),
  ])
  if (logs === null)
    throw new UserError(
      'API Gateway cannot write logs in this account yet: give it a role, see "Once for an account" in README.md.',
    )
  if (maxExecutions > 0 && webhookConcurrency > 0 && maxExecutions < unreservedConcurrency + webhookConcurrency)
    throw new UserError(
      `This account has ${maxExecutions} concurrent Lambda executions, and the stage needs ${unreservedConcurrency + webhookConcurrency}: request 1,000 in Service Quotas.`,
    )
  if (existingIdentity !== undefined)
    throw new UserError(
      `SES already has the identity ${existingIdentity}, which the stage would create: delete it in SES if it was added by hand, or choose another one for the stage in infra/stages.ts.`,
    )
}

/** The address or domain that a stage without stacks would create in SES, if it exists there already, added by hand or by another stage. */
async function findExistingIdentity(stage: Stage): Promise<string | undefined> {
  const identity = stage.domain?.name ?? stage.mailFrom.withoutDomain
  if (identity === undefined) return undefined
  const stacks = "Stacks[?StackStatus!='ROLLBACK_COMPLETE'].StackName"
  const [bootstrapped, stackNames] = await Promise.all([
    aws<string>('sesv2', 'get-email-identity', '--email-identity', identity, '--query', 'IdentityType'),
    aws<string[]>('cloudformation', 'describe-stacks', '--query', stacks),
  ])
  return bootstrapped && stackNames && !stackNames.includes(stackName(stage, 'data')) ? identity : undefined
}
