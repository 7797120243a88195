import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FaultBox, newFaults } from '../faults/faults.ts'
import type { Policies } from '../iam/policies.ts'
import { accessKeyOf, credentialsOf } from '../services/lambda/environment.ts'
import { ownFunctions } from '../services/lambda/ownFunctions.ts'
import type { Api, App, Served } from '../services/service.ts'
import { StartError } from '../startError.ts'
import { timed } from '../timings.ts'
import type { Assembly, Clock, Resource } from '../types.ts'
import { type Call, callOf } from './call.ts'
import type { Caller } from './caller.ts'
import type { Need } from './needs.ts'
import { operator } from './operator.ts'
import { type Refusal, refuse } from './refusal.ts'

/** An API of the app that functions may call, and its handler. */
export type ServedApi = { api: Api; handle: NonNullable<Served['handle']> }

type Guarded = { assembly: Assembly; policies: Policies; apis: ServedApi[] }

export type Gate = {
  endpoint: string
  /** Serves this app from now on. Throws a StartError if two of its functions cannot be distinguished. */
  serve: (app: Guarded) => void
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
  let app: (Guarded & { callers: Map<string, Resource> }) | undefined
  const reported = new Set<string>()

  const refusalOf = (accessKeyId: string, needs: Need[]): Refusal | undefined => {
    if (accessKeyId === operator) return undefined
    const lambda = app?.callers.get(accessKeyId)
    if (!app || !lambda) {
      const message = `The access key ${accessKeyId} belongs to no function of the app.`
      return { code: 'UnrecognizedClientException', message }
    }
    for (const { action, resource, context } of needs) {
      const verdict = app.policies.check(lambda, action, resource, context)
      if (verdict.allowed) continue
      if (!reported.has(verdict.missing)) log(verdict.missing)
      reported.add(verdict.missing)
      return { code: 'AccessDeniedException', message: verdict.missing }
    }
    return undefined
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('date', new Date(clock.now()).toUTCString())
    if (!app) return void response.writeHead(503).end()
    const call = callOf(request)
    const found = app.apis.find(({ api }) => api.owns(call))
    const protocol = found?.api.protocol(call) ?? (call.target ? 'json' : 'rest-json')
    const deny = (refusal: Refusal): void => refuse(response, protocol, refusal)
    const understood = await found?.api.needs(call)
    if (!found || !understood) return deny({ code: 'UnknownOperationException', message: unknownCall(call) })
    if (!understood.open) {
      const { caller } = call
      if (!caller) return deny({ code: 'MissingAuthenticationToken', message: 'The request is not signed.' })
      const refusal = invalidToken(caller) ?? refusalOf(caller.accessKeyId, understood.needs)
      if (refusal) return deny(refusal)
    }
    const { accessKeyId = '', service = '' } = call.caller ?? {}
    const work = () => found.handle(call, response)
    const struck = { service, operation: call.operation, body: call.json, refuse: deny }
    await timed('gate', accessKeyId, () => (accessKeyId === operator ? work() : faults.strike(struck, response, work)))
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
    serve(next) {
      app = { ...next, callers: functionsByKey(next.assembly) }
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

const invalidToken = ({ accessKeyId, sessionToken }: Caller): Refusal | undefined =>
  accessKeyId === operator || sessionToken === credentialsOf(accessKeyId).sessionToken
    ? undefined
    : { code: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' }

const unknownCall = ({ method, path, target, operation, caller }: Call): string =>
  `The local cloud has nothing that answers ${caller?.service ?? 'an unsigned request'} ` +
  `${target ? `${target}.${operation}` : `${method} ${path}`}: add it to a service in scripts/local/services.`
