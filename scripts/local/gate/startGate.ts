import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ownFunctions } from '../assembly/knownTypes.ts'
import { accessKeyOf } from '../services/lambda/environment.ts'
import type { Policies } from '../iam/policies.ts'
import { StartError } from '../startError.ts'
import type { Assembly, Clock, Faults, Handle, Resource } from '../types.ts'
import { type Caller, callerOf } from './caller.ts'
import { type FaultSource, faultSource } from '../services/dynamodb/faults.ts'
import type { Need } from './needs.ts'
import { refuse } from './refusal.ts'
import { serviceFor } from './services.ts'

export type Targets = { dynamodb: string; cognito: Handle; s3: Handle; ses: Handle; secrets: Handle; sqs?: string }

export type Gate = {
  endpoint: string
  /** Strikes functions' calls of DynamoDB from now on; `undefined` ends it. Counts start anew. */
  setFaults: (faults: Faults | undefined) => void
  faultCounts: () => Record<string, number>
  close: () => Promise<void>
}

type Options = {
  assembly: Assembly
  policies: Policies
  targets: Targets
  clock: Clock
  port?: number
  /** Takes one line for each grant that is missing. */
  log?: (line: string) => void
}

/** Whoever fills and looks after the local cloud: no role, no faults. */
const operator = 'LOCALadmin'

/**
 * The AWS endpoint of every function. It knows the function by its access key, checks the call against the function's
 * role as AWS would, and hands it on to what stands in for the service.
 */
export async function startGate({
  assembly,
  policies,
  targets,
  clock,
  port = 0,
  log = console.error,
}: Options): Promise<Gate> {
  const callers = functionsByKey(assembly)
  const agent = new Agent({ keepAlive: true, timeout: 20_000 })
  const service = serviceFor(assembly, targets, agent)
  const reported = new Set<string>()
  let faults: FaultSource | undefined

  const refusalOf = (lambda: Resource | undefined, needs: Need[]): string | undefined => {
    if (!lambda) return undefined
    for (const { action, resource, context } of needs) {
      const verdict = policies.check(lambda, action, resource, context)
      if (verdict.allowed) continue
      if (!reported.has(verdict.missing)) log(verdict.missing)
      reported.add(verdict.missing)
      return verdict.missing
    }
    return undefined
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('date', new Date(clock.now()).toUTCString())
    const { caller, protocol, work } = await service(request, callerOf(request))
    const deny = (code: string, message: string): void => refuse(response, protocol, { code, message })
    if (!work) return deny('UnknownOperationException', unknownCall(request, caller))
    if (!work.open) {
      if (!caller) return deny('MissingAuthenticationToken', 'The request is not signed.')
      const lambda = callers.get(caller.accessKeyId)
      if (!lambda && caller.accessKeyId !== operator) {
        return deny(
          'UnrecognizedClientException',
          `The access key ${caller.accessKeyId} belongs to no function of the app.`,
        )
      }
      const missing = refusalOf(lambda, work.needs)
      if (missing) return deny('AccessDeniedException', missing)
    }
    const fault = caller?.accessKeyId === operator ? undefined : work.strike?.(faults)
    if (fault?.kind === 'reset') return void response.destroy()
    if (fault?.kind === 'throttle' || fault?.kind === 'conflict') return refuse(response, protocol, fault)
    await work.handOn(response, fault?.kind === 'lostReply')
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // Whoever hung up needs no answer.
      if (request.destroyed && !request.complete) return
      log(`${request.method} ${request.url}: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new StartError('The gate has no port.')

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    setFaults(wanted) {
      faults = wanted && faultSource(wanted)
    },
    faultCounts: () => ({ ...faults?.counts }),
    async close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
}

function functionsByKey(assembly: Assembly): Map<string, Resource> {
  const callers = new Map<string, Resource>()
  for (const lambda of ownFunctions(assembly)) {
    const other = callers.get(accessKeyOf(lambda))
    if (other) {
      throw new StartError(
        `The functions of stacks ${other.stack} and ${lambda.stack} are both ${lambda.logicalId}: give one another name, ` +
          'or nothing here could tell their calls apart.',
      )
    }
    callers.set(accessKeyOf(lambda), lambda)
  }
  return callers
}

const unknownCall = ({ method, url, headers }: IncomingMessage, caller?: Caller): string =>
  `The local cloud has nothing that answers ${caller?.service ?? 'an unsigned request'} ` +
  `${String(headers['x-amz-target'] ?? `${method} ${url}`)}: add it to scripts/local/gate/services.ts.`
