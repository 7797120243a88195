import type { Backing } from './backing.ts'
import { startEvents } from './events/startEvents.ts'
import type { Schedules } from './services/schedules/startSchedules.ts'
import { type Functions, startFunctions } from './services/lambda/startFunctions.ts'
import { type Gate, startGate } from './gate/startGate.ts'
import type { HttpAnswer, HttpRequest } from './http.ts'
import { functionUrls } from './services/function-urls/functionUrls.ts'
import { readPolicies } from './iam/policies.ts'
import { type DevelopedWeb, site } from './services/distribution/site.ts'
import type { Assembly, Clock, Handle } from './types.ts'

/** What follows from an assembly and keeps nothing: it is made anew when the app changes. */
export type Serving = {
  assembly: Assembly
  gate: Gate
  functions: Functions
  answer: (request: HttpRequest) => Promise<HttpAnswer>
  functionUrls: Handle
  /** Begins to call functions on changes of tables, messages and schedules. Only one serving may do that at a time. */
  listen: () => Promise<void>
  /** Ends that. */
  deafen: () => Promise<void>
  /** Calls what the schedules say is due. */
  tick: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  assembly: Assembly
  /** Told where the gate is, for addresses of the assembly that begin with it. */
  gateStarted: (endpoint: string) => void
  backing: Backing
  dataDir: string
  clock: Clock
  web: DevelopedWeb | undefined
  log: (line: string) => void
}

/** Starts the gate, the functions behind it, and what calls them. Rejects with a StartError; nothing stays then. */
export async function startServing(options: Options): Promise<Serving> {
  const { assembly, gateStarted, backing, dataDir, clock, web, log } = options
  const { files, userPools } = backing
  const policies = readPolicies(assembly)
  const targets = await backing.targetsFor(assembly)
  const gate = await startGate({ assembly, policies, targets, clock, log })
  gateStarted(gate.endpoint)
  const functions = startFunctions({ assembly, gateEndpoint: gate.endpoint, dir: dataDir, clock, log })
  const { invoke } = functions
  let events: Schedules | undefined

  const close = async (): Promise<void> => {
    await events?.close()
    await functions.close()
    await gate.close()
  }
  try {
    return {
      assembly,
      gate,
      functions,
      answer: site({ assembly, files, invoke, clock, jwks: userPools.jwks, web, log }),
      functionUrls: functionUrls({ assembly, invoke, clock }),
      async listen() {
        const endpoints = { dynamodb: targets.dynamodb, sqs: targets.sqs }
        events = await startEvents({ assembly, policies, endpoints, invoke, clock, dir: dataDir, log })
      },
      async deafen() {
        await events?.close()
        events = undefined
      },
      tick: async () => events?.tick(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
