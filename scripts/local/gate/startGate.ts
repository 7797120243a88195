import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FaultBox, newFaults } from '../faults/faults.ts'
import type { Policies } from '../iam/policies.ts'
import { accessKeyOf, credentialsOf } from '../services/lambda/environment.ts'
import { ownFunctions } from '../services/lambda/ownFunctions.ts'
import type { Api, App, ServedService } from '../services/service.ts'
import { StartError } from '../startError.ts'
import { timed } from '../timings.ts'
import type { Assembly, Clock, Resource } from '../types.ts'
import { type Call, toCall } from './call.ts'
import type { Caller } from './caller.ts'
import type { Need } from './needs.ts'
import { operator } from './operator.ts'
import { type Refusal, refuse } from './refusal.ts'

/** An API of the app that functions may call, and its handler. */
export type ServedApi = { api: Api; handle: NonNullable<ServedService['handle']> }

type GateState = { assembly: Assembly; policies: Policies; apis: ServedApi[] }

export type Gate = {
  endpoint: string
  /** Serves this app from now on. Throws a StartError if two of its functions cannot be distinguished. */
  serve: (app: GateState) => void
  authorize: App['authorize']
  close: () => Promise<void>
}

type Options = {
  clock: Clock
  faults?: FaultBox
  /** Receives one line for each missing grant. */
  log?: (line: string) => void
}

/**
 * The AWS endpoint of all functions. It identifies the function by its access key and session token, checks the call against the
 * function's role as AWS would, and passes it to the service's stand-in.
 */
export async function startGate({ clock, faults = newFaults(), log = console.error }: Options): Promise<Gate> {
  let state: (GateState & { callers: Map<string, Resource> }) | undefined
  const reported = new Set<string>()

  const refusalOf = (accessKeyId: string, needs: Need[]): Refusal | undefined => {
    if (accessKeyId === operator) return undefined
    const lambda = state?.callers.get(accessKeyId)
    if (!state || !lambda) {
      const message = `The access key ${accessKeyId} belongs to no function of the app.`
      return { code: 'UnrecognizedClientException', message }
    }
    for (const { action, resource, context } of needs) {
      const decision = state.policies.check(lambda, action, resource, context)
      if (decision.allowed) continue
      if (!reported.has(decision.missing)) log(decision.missing)
      reported.add(decision.missing)
      return { code: 'AccessDeniedException', message: decision.missing }
    }
    return undefined
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('date', new Date(clock.now()).toUTCString())
    if (!state) return void response.writeHead(503).end()
    const call = toCall(request)
    const servedApi = state.apis.find(({ api }) => api.owns(call))
    const protocol = servedApi?.api.protocol(call) ?? (call.target ? 'json' : 'rest-json')
    const deny = (refusal: Refusal): void => refuse(response, protocol, refusal)
    const callNeeds = await servedApi?.api.needs(call)
    if (!servedApi || !callNeeds) return deny({ code: 'UnknownOperationException', message: unknownCall(call) })
    if (!callNeeds.open) {
      const { caller } = call
      if (!caller) return deny({ code: 'MissingAuthenticationToken', message: 'The request is not signed.' })
      const refusal = invalidToken(caller) ?? refusalOf(caller.accessKeyId, callNeeds.needs)
      if (refusal) return deny(refusal)
    }
    const { accessKeyId = '', service = '' } = call.caller ?? {}
    const handleCall = () => servedApi.handle(call, response)
    const faultTarget = { service, operation: call.operation, body: call.json, refuse: deny }
    await timed('gate', accessKeyId, () =>
      accessKeyId === operator ? handleCall() : faults.strike(faultTarget, response, handleCall),
    )
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A caller that has disconnected needs no response.
      if (request.destroyed && !request.complete) return
      log(`${request.method} ${request.url}: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorize: (accessKeyId, action, resource) => refusalOf(accessKeyId, [{ action, resource }])?.message,
    serve(newState) {
      state = { ...newState, callers: functionsByKey(newState.assembly) }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function functionsByKey(assembly: Assembly): Map<string, Resource> {
  const callers = new Map<string, Resource>()
  for (const lambda of ownFunctions(assembly)) {
    const otherLambda = callers.get(accessKeyOf(lambda))
    if (otherLambda) {
      throw new StartError(
        `The functions of stacks ${otherLambda.stack} and ${lambda.stack} are both ${lambda.logicalId}: give one another name, ` +
          'or nothing here could tell their calls apart.',
      )
    }
    callers.set(accessKeyOf(lambda), lambda)
  }
  return callers
}

const invalidToken = ({ accessKeyId, sessionToken }: Caller): Refusal | undefined =>
  accessKeyId === operator || sessionToken === credentialsOf(accessKeyId).sessionToken
    ? undefined
    : { code: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' }

const unknownCall = ({ method, path, target, operation, caller }: Call): string =>
  `The local cloud has nothing that answers ${caller?.service ?? 'an unsigned request'} ` +
  `${target ? `${target}.${operation}` : `${method} ${path}`}: add it to a service in scripts/local/services.`
