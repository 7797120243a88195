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
import { grantPostToConnections, type WebSockets } from './webSockets.ts'
import { addQueue, addStream } from './queues.ts'
import { subscribeToFindings } from './malware.ts'
import { receiveMail } from './receiving.ts'
import { type Triggered, triggeredBy } from './registry.ts'
import { region, type Stage, stackName } from './stages.ts'

type WorkersProps = {
  registry: Functions
  data: Data
  build: string
  /** The site's address, for links in mail. */
  site: string
  webSockets: WebSockets | undefined
  /** Whose accounts are taken away. */
  signIn: SignIn | undefined
}

/** The functions triggered by changes of the table. Deployed after the web stack, since they need its address. */
export function workersStack(
  app: App,
  stage: Stage,
  { registry, data, build, site, webSockets }: Omit<WorkersProps, 'signIn'>,
): void {
  const stack = new Stack(app, stackName(stage, 'workers'), { env: { region } })
  const shared = { stage, data, build, environment: { SITE_URL: site }, timeout: 30 }

  const streamFunctions = triggeredBy('stream', registry)
  for (const [name, record] of streamFunctions)
    if (!isInClockStack(name)) streamWorker(stack, name, { ...shared, record, webSockets })
  for (const [name, record] of triggeredBy('dispatch', registry)) {
    const lambda = createFunction(stack, name, {
      ...shared,
      record: { ...record, sends: streamFunctions.map(([name]) => name) },
    })
    addStream(
      lambda,
      name,
      { stage, data, record },
      streamFunctions.flatMap(([, { on }]) => on.stream),
    )
  }
}

/** One stack cannot hold all workers: those with names from `s` on are in the clock stack. */
const isInClockStack = (name: string) => name >= 's'

type StreamWorker = { stage: Stage; data: Data; build: string; environment: Record<string, string>; timeout: number }
/** A function triggered by changes of the table, with its queue. */
function streamWorker(
  stack: Stack,
  name: string,
  { webSockets, record, ...shared }: StreamWorker & { webSockets: WebSockets | undefined; record: Triggered<'stream'> },
): void {
  const lambda = createFunction(stack, name, { ...shared, record })
  if (record.webSocket && webSockets) grantPostToConnections(lambda, webSockets)
  addQueue(lambda, name, { ...shared, record })
}

/** The functions triggered by messages, by schedules and by webhooks of providers. */
export function clockStack(
  app: App,
  stage: Stage,
  { registry, data, build, site, webSockets, signIn }: WorkersProps,
): Stack {
  const stack = new Stack(app, stackName(stage, 'clock'), { env: { region } })
  const environment = { SITE_URL: site, ...(stage.supportEmail && { SUPPORT_EMAIL: stage.supportEmail }) }
  const shared = { stage, data, build, environment, timeout: 30 }

  for (const [name, record] of triggeredBy('stream', registry))
    if (isInClockStack(name))
      streamWorker(stack, name, { ...shared, environment: { SITE_URL: site }, record, webSockets })
  for (const [name, record] of triggeredBy('queue', registry)) {
    const lambda = createFunction(stack, name, { ...shared, record })
    if (record.webSocket && webSockets) grantPostToConnections(lambda, webSockets)
    const queue = addQueue(lambda, name, { stage, data, record })
    if (record.on.source === 'mail-events' && data.mail) subscribeToMailEvents(queue, name, data.mail)
    if (record.on.source === 'malware-findings') subscribeToFindings(queue, name, data.media)
    if (record.on.source === 'received-mail' && stage.domain && data.mail?.replies)
      receiveMail(stack, queue, { domain: stage.domain, replies: data.mail.replies })
  }
  for (const [name, record] of triggeredBy('schedule', registry)) {
    const lambda = createFunction(stack, name, { ...shared, record, timeout: 300 })
    if (record.deletesUsers && signIn) grantAccountDeletion(lambda, signIn)
    const target = new LambdaFunction(lambda)
    new Rule(stack, `${name}-when`, { schedule: Schedule.expression(record.on.schedule), targets: [target] })
  }
  for (const [name, record] of triggeredBy('url', registry)) {
    const lambda = createFunction(stack, name, { ...shared, record, reservedConcurrency: stage.webhookConcurrency })
    // Providers sign what they send; only the function can check that, so there is no authorizer.
    const { url } = lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE })
    new CfnOutput(stack, `${name}-url`, { value: url })
  }
  return stack
}

/** Sends SES events about mail of this stage's configuration set to a function's queue. */
function subscribeToMailEvents(queue: Queue, name: string, { set }: Mail): void {
  new Rule(queue.stack, `${name}-hears`, {
    eventPattern: {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [set.configurationSetName] } } },
    },
    targets: [new SqsQueue(queue)],
  })
}

/** Allows a function to delete a user pool account, which it does once everything else of the person is deleted. */
function grantAccountDeletion(lambda: Lambda, { pool }: SignIn): void {
  lambda.addEnvironment('USER_POOL_ID', pool.userPoolId)
  pool.grant(lambda, 'cognito-idp:AdminDeleteUser')
}
