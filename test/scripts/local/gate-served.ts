import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Duration } from 'aws-cdk-lib'
import { UserPool } from 'aws-cdk-lib/aws-cognito'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { newFaults } from '#scripts/local/faults/faults.ts'
import { type Gate, type ServedApi, startGate } from '#scripts/local/gate/startGate.ts'
import { dynamodb as dynamodbService } from '#scripts/local/services/dynamodb/service.ts'
import { credentialsOf } from '#scripts/local/services/lambda/environment.ts'
import { services } from '#scripts/local/services/list.ts'
import { secrets } from '#scripts/local/services/secrets/service.ts'
import { newOffers } from '#scripts/local/services/service.ts'
import { s3 } from '#scripts/local/services/s3/service.ts'
import { sqs } from '#scripts/local/services/sqs/service.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { newFunction, newStack, newTable, synthesize, tempDir } from './fixtures/clubApp.ts'

export const origin = 'http://127.0.0.1:3000'

/**
 * Three functions: the writer has broad rights on everything, the reader may only get and put items, the narrow one only items of
 * teams and events.
 */
const synthesizeApp = (dir: string) =>
  synthesize(dir, (app) => {
    const stack = newStack(app, 'club')
    const code = join(dir, 'code')
    const table = newTable(stack)
    const photos = new Bucket(stack, 'Photos', {
      cors: [{ allowedOrigins: [origin], allowedMethods: [HttpMethods.PUT] }],
    })
    const pool = new UserPool(stack, 'People')
    const jobs = new Queue(stack, 'Jobs', { visibilityTimeout: Duration.seconds(30) })
    const identity = new EmailIdentity(stack, 'Mail', { identity: Identity.domain('club.test') })
    const writer = newFunction(stack, 'Writer', code)
    table.grantReadWriteData(writer)
    table.grantStreamRead(writer)
    photos.grantReadWrite(writer, 'photos/*')
    pool.grant(writer, 'cognito-idp:AdminGetUser')
    jobs.grantSendMessages(writer)
    const key = new Secret(stack, 'Key', {
      generateSecretString: {
        passwordLength: 40,
        excludeUppercase: true,
        excludeNumbers: true,
        excludePunctuation: true,
      },
    })
    key.grantRead(writer)
    writer.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [identity.stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })],
        conditions: { StringEquals: { 'ses:FromAddress': 'no-reply@club.test' } },
      }),
    )
    const reader = newFunction(stack, 'Reader', code)
    reader.addToRolePolicy(
      new PolicyStatement({ actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], resources: [table.tableArn] }),
    )
    const narrowFunction = newFunction(stack, 'Narrow', code)
    narrowFunction.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [photos.arnForObjects('*')] }),
    )
    narrowFunction.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:PutItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
        resources: [table.tableArn, `${table.tableArn}/index/byEvent`],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TEAM#*', 'EVENT#*'] } },
      }),
    )
  })

type ReceivedRequest = { path: string; method?: string; body: string; headers: IncomingMessage['headers'] }

/**
 * Starts a gate for the tests of a file, backed by DynamoDB (optional), queues and secrets; other services only record requests
 * in `receivedRequests` and respond with `state.answer`.
 */
export function serveGate({ dynamodb }: { dynamodb: boolean }) {
  const { dir, remove } = tempDir('gate')
  const assembly = readAssembly(synthesizeApp(dir), { origin })
  const state = { now: Date.parse('2026-07-01T12:00:00Z'), answer: '{}' }
  const receivedRequests: ReceivedRequest[] = []
  const lines: string[] = []
  const clients: { destroy: () => void }[] = []
  const closeFunctions: (() => Promise<void>)[] = []
  const offers = newOffers()
  const faults = newFaults()
  let gate: Gate | undefined
  const runningGate = (): Gate => {
    if (gate) return gate
    throw new Error('The gate has not started.')
  }
  const recordRequest: ServedApi['handle'] = async (call, response) => {
    const request = call.onward()
    receivedRequests.push({
      path: call.path,
      method: request.method,
      body: await text(request),
      headers: request.headers,
    })
    response.end(state.answer)
  }

  beforeAll(async () => {
    const clock = { now: () => state.now, set: () => undefined }
    const log = (line: string) => void lines.push(line)
    gate = await startGate({ clock, log, faults })
    closeFunctions.push(gate.close)
    const { endpoint, authorize } = gate
    const app = { assembly, policies: readPolicies(assembly), gate: endpoint, authorize, offers }
    const realServices = new Set([secrets, sqs, s3, ...(dynamodb ? [dynamodbService] : [])])
    const apis: ServedApi[] = []
    // It only calls functions, and there are none here.
    offers.invoke = async () => undefined
    for (const service of services) {
      const api = service.api?.(assembly)
      if (!api) continue
      const startedService = realServices.has(service) ? await service.start({ dataDir: dir, clock, log }) : undefined
      if (startedService?.close) closeFunctions.push(startedService.close)
      const servedService = await startedService?.serve(app)
      apis.push({ api, handle: servedService?.handle ?? recordRequest })
    }
    gate.serve({ ...app, apis })
  })
  beforeEach(() => {
    lines.length = 0
    receivedRequests.length = 0
    state.answer = '{}'
  })
  afterEach(() => {
    faults.set(undefined)
    for (const client of clients.splice(0)) client.destroy()
  })
  afterAll(async () => {
    for (const close of closeFunctions.toReversed()) await close()
    remove()
  })

  /** A resource of a type whose id starts with `start`. */
  const resourceOf = (type: string, start = '') => {
    const resource = assembly.ofType(type).find(({ logicalId }) => logicalId.startsWith(start))
    if (!resource) throw new Error(`There is no ${type} ${start}.`)
    return resource
  }
  return {
    assembly,
    dir,
    state,
    got: receivedRequests,
    lines,
    gate: runningGate,
    offers,
    faults,
    one: resourceOf,
    keyOf: (name: 'Writer' | 'Reader' | 'Narrow') => `LOCAL${resourceOf('AWS::Lambda::Function', name).logicalId}`,
    /** Ends the client after the test. */
    made: <Client extends { destroy: () => void }>(client: Client): Client => {
      clients.push(client)
      return client
    },
    config: (accessKeyId: string, maxAttempts = 1) => ({
      endpoint: runningGate().endpoint,
      region: 'us-east-1',
      credentials: credentialsOf(accessKeyId),
      maxAttempts,
    }),
  }
}

/** The error of a failed call. */
export async function failure(work: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await work
  } catch (error) {
    return error as Error & Record<string, unknown>
  }
  throw new Error('The call did not fail.')
}
