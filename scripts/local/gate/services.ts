import type { Agent, IncomingMessage, ServerResponse } from 'node:http'
import type { Assembly, Handle } from '../types.ts'
import { type Caller, callerOfForm, formField, searchOf } from './caller.ts'
import { dynamodbNeeds, streamNeeds } from '../services/dynamodb/needs.ts'
import type { Fault, FaultSource } from '../services/dynamodb/faults.ts'
import { again, forward, wholeBody } from './handOn.ts'
import { cognitoNeeds, secretsNeeds, sqsNeeds } from './jsonNeeds.ts'
import { partitionKeys } from '../services/dynamodb/leadingKeys.ts'
import type { JsonBody, Need } from './needs.ts'
import type { Protocol } from './refusal.ts'
import { s3Needs } from '../services/s3/needs.ts'
import { sesNeeds } from '../services/ses/needs.ts'
import type { Targets } from './startGate.ts'

/** A request that is understood: what it needs, and how it is answered if that is granted. */
type Work = {
  needs: Need[]
  /** Everybody may make this request, signed or not. */
  open?: boolean
  strike?: (faults: FaultSource | undefined) => Fault | undefined
  handOn: (response: ServerResponse, loseReply: boolean) => Promise<void>
}

/** `work` is undefined for a request that nothing here answers. */
type Understood = { caller?: Caller; protocol: Protocol; work?: Work }

/** Finds out which service is called, with which operation, by whom. */
export function serviceFor(
  assembly: Assembly,
  targets: Targets,
  agent: Agent,
): (request: IncomingMessage, caller?: Caller) => Promise<Understood> {
  const dynamodb = { url: new URL(targets.dynamodb), agent }
  const sqs = targets.sqs ? { url: new URL(targets.sqs), agent } : undefined
  const keyOf = partitionKeys(assembly)
  const identities = new Set(
    assembly.ofType('AWS::SES::EmailIdentity').map((identity) => assembly.physicalId(identity)),
  )
  const buckets = new Set(assembly.ofType('AWS::S3::Bucket').map((bucket) => assembly.physicalId(bucket)))

  return async (request, caller) => {
    const [target = '', operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.')
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (target) return { caller, protocol: 'json', work: await jsonWork(request, target, operation) }
    if (caller?.service === 'ses') return mail(request, caller, path)
    if (caller?.service === 's3' || buckets.has(path.split('/')[1] ?? '')) return bucket(request, caller, path)
    return { caller, protocol: 'rest-json' }
  }

  async function jsonWork(request: IncomingMessage, target: string, operation: string): Promise<Work | undefined> {
    const body = await wholeBody(request)
    const json = parse(body)
    switch (target) {
      case 'DynamoDB_20120810':
        return {
          needs: dynamodbNeeds(operation, json, assembly, keyOf),
          strike: (faults) => faults?.draw(operation, json),
          handOn: (response, loseReply) => forward(request, body, response, dynamodb, loseReply),
        }
      case 'DynamoDBStreams_20120810':
        return {
          needs: streamNeeds(operation, json, assembly),
          handOn: (response) => forward(request, body, response, dynamodb),
        }
      case 'AWSCognitoIdentityProviderService': {
        const needs = cognitoNeeds(operation, json, assembly)
        return { needs, open: needs.length === 0, handOn: handTo(targets.cognito, again(request, body), '/') }
      }
      case 'secretsmanager':
        return {
          needs: secretsNeeds(operation, json, assembly),
          handOn: handTo(targets.secrets, again(request, body), '/'),
        }
      case 'AmazonSQS':
        return (
          sqs && {
            needs: sqsNeeds(operation, json, assembly),
            handOn: (response) => forward(request, body, response, sqs),
          }
        )
      default:
        return undefined
    }
  }

  async function mail(request: IncomingMessage, caller: Caller, path: string): Promise<Understood> {
    const body = await wholeBody(request)
    const needs = sesNeeds(request.method ?? '', path, body.toString(), assembly, (name) => identities.has(name))
    const protocol = path.startsWith('/v2/') ? 'rest-json' : 'query'
    return { caller, protocol, work: needs && { needs, handOn: handTo(targets.ses, again(request, body), path) } }
  }

  async function bucket(request: IncomingMessage, caller: Caller | undefined, path: string): Promise<Understood> {
    const { method = '', headers } = request
    const search = searchOf(request)
    const type = headers['content-type'] ?? ''
    // A browser asks before it sends, unsigned; the bucket's CORS rules answer.
    if (method === 'OPTIONS')
      return { protocol: 's3', work: { needs: [], open: true, handOn: handTo(targets.s3, request, path) } }
    if (method === 'POST' && (type.startsWith('multipart/form-data') || search.has('delete'))) {
      const body = await wholeBody(request)
      const read = handTo(targets.s3, again(request, body), path)
      if (search.has('delete')) {
        const needs = s3Needs(method, path, search, undefined, body.toString())
        return { caller, protocol: 's3', work: needs && { needs, handOn: read } }
      }
      const key = formField(body, 'key') ?? ''
      const needs = [{ action: 's3:PutObject', resource: `arn:aws:s3:::${path.split('/')[1]}/${key}` }]
      return { caller: callerOfForm(body), protocol: 's3', work: { needs, handOn: read } }
    }
    const needs = s3Needs(method, path, search, copySourceOf(request))
    return { caller, protocol: 's3', work: needs && { needs, handOn: handTo(targets.s3, request, path) } }
  }
}

const handTo =
  (handle: Handle, request: IncomingMessage, path: string): Work['handOn'] =>
  (response) =>
    handle(request, response, path)

function copySourceOf({ headers }: IncomingMessage): string | undefined {
  const source = headers['x-amz-copy-source']
  return typeof source === 'string' ? source : undefined
}

// What is no JSON object is the service's to complain about.
function parse(body: Buffer): JsonBody {
  try {
    const json = JSON.parse(body.toString()) as unknown
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonBody) : {}
  } catch {
    return {}
  }
}
