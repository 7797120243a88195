import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { type Function as Lambda, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Functions } from '#functions/registry.ts'
import type { Data } from './data.ts'
import type { Mail } from './domain.ts'
import { createFunction } from './functions.ts'
import type { SignIn } from './identity.ts'
import { type Lines, writesTo } from './lines.ts'
import { feedFromQueue, readStream } from './queues.ts'
import { hearsOfHarmful } from './malware.ts'
import { receiveMail } from './receiving.ts'
import { type Called, calledBy } from './registry.ts'
import { region, type Stage, stackName } from './stages.ts'

type WorkersProps = {
  registry: Functions
  data: Data
  build: string
  /** The address of the site, for the links in mail. */
  site: string
  lines: Lines | undefined
  /** Whose accounts are taken away. */
  signIn: SignIn | undefined
}

/**
 * What nobody waits for: the functions that changes of the table set going. After the web, whose address is
 * known once it is made.
 */
export function workersStack(
  app: App,
  stage: Stage,
  { registry, data, build, site, lines }: Omit<WorkersProps, 'signIn'>,
): void {
  const stack = new Stack(app, stackName(stage, 'workers'), { env: { region } })
  const shared = { stage, data, build, environment: { SITE_URL: site }, timeout: 30 }

  const watching = calledBy('stream', registry)
  for (const [name, record] of watching) if (!isBeside(name)) listening(stack, name, { ...shared, record, lines })
  for (const [name, record] of calledBy('dispatch', registry)) {
    const lambda = createFunction(stack, name, {
      ...shared,
      record: { ...record, sends: watching.map(([name]) => name) },
    })
    readStream(
      lambda,
      name,
      { stage, data, record },
      watching.flatMap(([, { on }]) => on.stream),
    )
  }
}

/** The last ones by their names stand with what the clock calls: all of them are too much for one stack. */
const isBeside = (name: string) => name >= 's'

type Listening = { stage: Stage; data: Data; build: string; environment: Record<string, string>; timeout: number }
/** A function that hears of changes, with its queue. */
function listening(
  stack: Stack,
  name: string,
  { lines, record, ...shared }: Listening & { lines: Lines | undefined; record: Called<'stream'> },
): void {
  const lambda = createFunction(stack, name, { ...shared, record })
  if (record.lines && lines) writesTo(lambda, lines)
  feedFromQueue(lambda, name, { ...shared, record })
}

/** The functions that messages, the clock and calls from elsewhere set going: a stack of their own, since the others fill one. */
export function clockStack(
  app: App,
  stage: Stage,
  { registry, data, build, site, lines, signIn }: WorkersProps,
): Stack {
  const stack = new Stack(app, stackName(stage, 'clock'), { env: { region } })
  const environment = { SITE_URL: site, ...(stage.supportEmail && { SUPPORT_EMAIL: stage.supportEmail }) }
  const shared = { stage, data, build, environment, timeout: 30 }

  for (const [name, record] of calledBy('stream', registry))
    if (isBeside(name)) listening(stack, name, { ...shared, environment: { SITE_URL: site }, record, lines })
  for (const [name, record] of calledBy('queue', registry)) {
    const lambda = createFunction(stack, name, { ...shared, record })
    if (record.lines && lines) writesTo(lambda, lines)
    const queue = feedFromQueue(lambda, name, { stage, data, record })
    if (record.on.hears === 'mail' && data.mail) hearsOfMail(queue, name, data.mail)
    if (record.on.hears === 'harmful') hearsOfHarmful(queue, name, data.media)
    if (record.on.hears === 'replies' && stage.domain && data.mail?.replies)
      receiveMail(stack, queue, { domain: stage.domain, replies: data.mail.replies })
  }
  for (const [name, record] of calledBy('schedule', registry)) {
    const lambda = createFunction(stack, name, { ...shared, record, timeout: 300 })
    if (record.accounts && signIn) takesAccounts(lambda, signIn)
    const target = new LambdaFunction(lambda)
    new Rule(stack, `${name}-when`, { schedule: Schedule.expression(record.on.schedule), targets: [target] })
  }
  for (const [name, record] of calledBy('url', registry)) {
    const { providersAtOnce: atOnce } = stage
    const lambda = createFunction(stack, name, { ...shared, record, ...(atOnce !== undefined && { atOnce }) })
    // Whoever calls signs what they send; the function checks that, and nothing in front of it could.
    const { url } = lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE })
    new CfnOutput(stack, `${name}-url`, { value: url })
  }
  return stack
}

/** What SES tells of our own mails goes into a function's queue, and nothing else that it tells on the account's bus. */
function hearsOfMail(queue: Queue, name: string, { set }: Mail): void {
  new Rule(queue.stack, `${name}-hears`, {
    eventPattern: {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [set.configurationSetName] } } },
    },
    targets: [new SqsQueue(queue)],
  })
}

/** Takes an account out of the user pool, once everything else of its person is gone. */
function takesAccounts(lambda: Lambda, { pool }: SignIn): void {
  lambda.addEnvironment('USER_POOL_ID', pool.userPoolId)
  pool.grant(lambda, 'cognito-idp:AdminDeleteUser')
}
