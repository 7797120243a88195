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
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const end of closers.splice(0).toReversed()) await end()
  }

  try {
    const front = await startOrigin(port, log)
    closers.push(front.close)
    const gate = await startGate({ clock, log, faults })
    closers.push(gate.close)
    const running = await Promise.all(services.map(({ start }) => start(context)))
    closers.push(async () => void (await Promise.all(running.map(async (one) => one.close?.()))))
    const secretValue = running.flatMap((one) => one.secretValue ?? [])[0]
    const read = (dir: string): Assembly =>
      readAssembly(dir, { origin: front.origin, gate: gate.endpoint, ...(secretValue && { secretValue }) })

    let current: Serving | undefined
    const serve = async (assembly: Assembly): Promise<void> => {
      const before = current
      const app = {
        assembly,
        policies: readPolicies(assembly),
        gate: gate.endpoint,
        authorize: gate.authorize,
        offers: newOffers(),
      }
      const next = await serveApp(running, app)
      const enter = async (serving: Serving): Promise<void> => {
        gate.serve({ ...serving.app, apis: serving.apis })
        await serving.listen()
      }
      await before?.stopListening()
      await enter(next).catch(async (error: unknown) => {
        await next.close()
        if (before) await enter(before)
        throw error
      })
      current = next
      for (const { mount = {} } of next.served)
        for (const [name, mounted] of Object.entries(mount))
          front.mount(name, name in externalServices ? faults.onMount(name, mounted) : mounted)
      front.serve(dated(next.answer, clock), next.served.flatMap(({ upgrade }) => upgrade ?? [])[0])
      await before?.close()
    }
    const assembly = read(assemblyDir)
    await serve(assembly)
    closers.push(async () => current?.close())

    const offers = (): Offers => (current as Serving).app.offers
    const driven = { setFaults: faults.set, faultCounts: faults.counts }
    front.mount('control', { handle: control({ clock, ...driven, dataDir }) })
    return {
      origin: front.origin,
      clock,
      ...driven,
      faultAsked: faults.asked,
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
const dated =
  (answer: Origin, clock: Clock): Origin =>
  async (request) => {
    const { headers, ...given } = await answer(request)
    return { ...given, headers: { ...headers, date: new Date(clock.now()).toUTCString() } }
  }
