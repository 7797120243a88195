import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { wholeBody } from '../s3/body.ts'
import type { Handle } from '../../types.ts'
import { CognitoError } from './errors.ts'
import { jwksOf } from './keys.ts'
import type { Operation } from './operation.ts'
import type { Service } from './context.ts'

type Operations = Record<'open' | 'administrative', ReadonlyMap<string, Operation>>

const target = 'AWSCognitoIdentityProviderService.'

/**
 * Cognito's HTTP protocol: JSON 1.1 with the operation in a header, and each pool's public keys under `/<pool
 * id>/.well-known/jwks.json`. `idle` resolves when all requests so far have been answered.
 */
export function handler(service: Service, operations: Operations): { handle: Handle; idle: () => Promise<void> } {
  const runningRequests = new Set<Promise<void>>()
  return {
    async handle(request, response, path) {
      const answered = answer(service, operations, request, response, path)
      runningRequests.add(answered)
      await answered.finally(() => runningRequests.delete(answered))
    },
    async idle() {
      await Promise.allSettled(runningRequests)
    },
  }
}

async function answer(
  service: Service,
  operations: Operations,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const keysOf = /^\/([\w-]+)\/\.well-known\/jwks\.json$/.exec(path)?.[1]
  const pool = service.pools.get(keysOf ?? '')
  if (request.method === 'GET' && pool) {
    reply(response, 200, jwksOf(pool.keys))
    return
  }
  try {
    reply(response, 200, await run(service, operations, request))
  } catch (error) {
    const { name, message } = error instanceof CognitoError ? error : internal(error)
    reply(response, name === 'InternalErrorException' ? 500 : 400, { __type: name, message }, name)
  }
}

async function run(service: Service, operations: Operations, request: IncomingMessage): Promise<object> {
  const targetHeader = String(request.headers['x-amz-target'] ?? '')
  const name = targetHeader.startsWith(target) ? targetHeader.slice(target.length) : ''
  const body = await wholeBody(request, 1_000_000, () => new CognitoError('SerializationException', 'Too large'))
  const administrative = operations.administrative.get(name)
  const operation = operations.open.get(name) ?? administrative
  if (!operation) {
    const operationName = name || targetHeader || 'no operation'
    throw new CognitoError('UnknownOperationException', `The local user pool does not know ${operationName}.`)
  }
  // The gate has already checked the signature and the role.
  if (administrative && !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  return operation(service, parsed(body))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new CognitoError('SerializationException', 'The body is not JSON.')
  }
}

const internal = (error: unknown) =>
  new CognitoError('InternalErrorException', error instanceof Error ? error.message : String(error))

function reply(response: ServerResponse, status: number, body: object, error?: string): void {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'cache-control': 'no-store',
    'x-amzn-requestid': randomUUID(),
  }
  response.writeHead(status, error ? { ...headers, 'x-amzn-errortype': error } : headers).end(JSON.stringify(body))
}
