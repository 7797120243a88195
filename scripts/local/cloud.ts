import { mkdirSync } from 'node:fs'
import { readAssembly } from './assembly/readAssembly.ts'
import { createClock } from './clock.ts'
import { control } from './control.ts'
import { newFaults } from './faults/faults.ts'
import { operator } from './gate/operator.ts'
import { startGate } from './gate/startGate.ts'
import { readPolicies } from './iam/policies.ts'
import type { DevelopedWeb } from './services/distribution/site.ts'
import { type Credentials, credentialsOf } from './services/lambda/environment.ts'
import { services } from './services/list.ts'
import { externalServices } from './services/external.ts'
import type { Origin } from './http.ts'
import { type CloudContext, newOffers, type Offers } from './services/service.ts'
import { type Serving, serveApp } from './serving.ts'
import { startOrigin } from './startOrigin.ts'
import type { Assembly, Clock, Faults } from './types.ts'

export type Cloud = Pick<Offers, 'invoke' | 'mail' | 'reloadFunctions' | 'tick'> & {
  /** e.g. `http://127.0.0.1:3000` */
  origin: string
  clock: Clock
  setFaults: (faults: Faults | undefined) => void
  faultCounts: () => Record<string, number>
  /** How many calls of the affected services there have been since the faults were set. */
  faultAsked: () => number
  readonly assembly: Assembly
  /** For the SDK clients of scripts and tests: neither limited by a role nor affected by faults. */
  adminClientConfig: {
    region: string
    endpoint: string
    credentials: Credentials
  }
  /** Continues with the app as now synthesized in this folder. Data, accounts and mail are kept. */
  reload: (assemblyDir: string) => Promise<void>
  close: () => Promise<void>
}

type Options = {
  assemblyDir: string
  /** Where tables, accounts, files, mail, secrets and logs are kept. */
  dataDir: string
  /**
   * Keeps tables in memory, so that writes do not wait for a disk and data is lost at the end; by default they are
   * persisted like everything else.
   */
  tablesInMemory?: boolean
  /** 0 picks a free one. */
  port?: number
  /** Receives single lines about runtime errors. */
  log?: (line: string) => void
  /** Replaces the built files of the web during development. */
  web?: DevelopedWeb
}

/**
 * Starts the local cloud, with all services that the synthesized app uses, at one origin. Rejects with a StartError, whose message is meant
 * for the user, and stops what it has started.
 */
export async function startCloud(options: Options): Promise<Cloud> {
  const { assemblyDir, dataDir, tablesInMemory = false, port = 3000, log = console.error, web } = options
  // Lambda runs in UTC. The time zone is per process, so this process and its threads share it.
  process.env.TZ = 'UTC'
  mkdirSync(dataDir, { recursive: true })
  const clock = createClock()
  const faults = newFaults()
  const context: CloudContext = { dataDir, tablesInMemory, clock, log, web }
  const closeFunctions: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const end of closeFunctions.splice(0).toReversed()) await end()
  }

  try {
    const originServer = await startOrigin(port, log)
    closeFunctions.push(originServer.close)
    const gate = await startGate({ clock, log, faults })
    closeFunctions.push(gate.close)
    const runningServices = await Promise.all(services.map(({ start }) => start(context)))
    closeFunctions.push(async () => void (await Promise.all(runningServices.map(async (service) => service.close?.()))))
    const secretValue = runningServices.flatMap((service) => service.secretValue ?? [])[0]
    const read = (dir: string): Assembly =>
      readAssembly(dir, { origin: originServer.origin, gate: gate.endpoint, ...(secretValue && { secretValue }) })

    let current: Serving | undefined
    const serve = async (assembly: Assembly): Promise<void> => {
      const previous = current
      const app = {
        assembly,
        policies: readPolicies(assembly),
        gate: gate.endpoint,
        authorize: gate.authorize,
        offers: newOffers(),
      }
      const nextServing = await serveApp(runningServices, app)
      const activate = async (serving: Serving): Promise<void> => {
        gate.serve({ ...serving.app, apis: serving.apis })
        await serving.listen()
      }
      await previous?.stopListening()
      await activate(nextServing).catch(async (error: unknown) => {
        await nextServing.close()
        if (previous) await activate(previous)
        throw error
      })
      current = nextServing
      for (const { mount = {} } of nextServing.served)
        for (const [name, mounted] of Object.entries(mount))
          originServer.mount(name, name in externalServices ? faults.onMount(name, mounted) : mounted)
      originServer.serve(
        withDate(nextServing.answer, clock),
        nextServing.served.flatMap(({ upgrade }) => upgrade ?? [])[0],
      )
      await previous?.close()
    }
    const assembly = read(assemblyDir)
    await serve(assembly)
    closeFunctions.push(async () => current?.close())

    const offers = (): Offers => (current as Serving).app.offers
    const faultControls = { setFaults: faults.set, faultCounts: faults.counts }
    originServer.mount('control', { handle: control({ clock, ...faultControls, dataDir }) })
    return {
      origin: originServer.origin,
      clock,
      ...faultControls,
      faultAsked: faults.askedCount,
      get mail() {
        return offers().mail
      },
      invoke: (lambda, event) => offers().invoke(lambda, event),
      get assembly() {
        return (current as Serving).app.assembly
      },
      adminClientConfig: {
        region: assembly.region,
        endpoint: gate.endpoint,
        credentials: credentialsOf(operator),
      },
      tick: () => offers().tick(),
      reloadFunctions: (functionName) => offers().reloadFunctions(functionName),
      reload: async (dir) => serve(read(dir)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Adds the date header by the local cloud's clock: the web relies on it when a device's clock is wrong. */
const withDate =
  (answer: Origin, clock: Clock): Origin =>
  async (request) => {
    const { headers, ...response } = await answer(request)
    return { ...response, headers: { ...headers, date: new Date(clock.now()).toUTCString() } }
  }
