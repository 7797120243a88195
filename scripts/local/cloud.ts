import { mkdirSync } from 'node:fs'
import { readAssembly } from './assembly/readAssembly.ts'
import { startBacking } from './backing.ts'
import { createClock } from './clock.ts'
import { control } from './control.ts'
import { deployFiles } from './services/distribution/deployFiles.ts'
import { startOrigin } from './startOrigin.ts'
import { secretOf } from './services/lambda/environment.ts'
import { openSecrets } from './services/secrets/store.ts'
import type { MailService } from './services/ses/mail.ts'
import { type Serving, startServing } from './serving.ts'
import type { DevelopedWeb } from './services/distribution/site.ts'
import type { Assembly, Clock, Faults, Invoke, Resource } from './types.ts'

export type Cloud = {
  /** e.g. `http://127.0.0.1:3000` */
  origin: string
  clock: Clock
  setFaults: (faults: Faults | undefined) => void
  faultCounts: () => Record<string, number>
  mail: MailService
  invoke: Invoke
  readonly assembly: Assembly
  /** For SDK clients of whoever fills and looks after the cloud: no role limits them, no fault strikes them. */
  readonly adminClientConfig: {
    region: string
    endpoint: string
    credentials: { accessKeyId: string; secretAccessKey: string }
  }
  /** Calls what the schedules say is due by the clock, and waits for it. It happens by itself within a second, too. */
  tick: () => Promise<void>
  /** Runs functions from their files as they are now: all of them, or the one of this name. */
  reloadFunctions: (functionName?: string) => void
  /** Goes on with the app as it is synthesized in this folder now. Data, accounts and mail stay. */
  reload: (assemblyDir: string) => Promise<void>
  close: () => Promise<void>
}

type Options = {
  assemblyDir: string
  /** Where tables, accounts, files, mail, secrets and logs are kept. */
  dataDir: string
  /** 0 takes a free one. */
  port?: number
  /** Takes single lines about what goes wrong while it runs. */
  log?: (line: string) => void
  /** Stands in for the files of the web, in development. */
  web?: DevelopedWeb
}

const ADMIN = 'LOCALadmin'

/**
 * Starts the local cloud: all that the synthesized app asks for, at one origin. Rejects with a StartError, whose message
 * is for people, when something is in the way; nothing it started stays then.
 */
export async function startCloud(options: Options): Promise<Cloud> {
  const { assemblyDir, dataDir, port = 3000, log = console.error, web } = options
  // Lambda's functions live in UTC. The time zone belongs to the process, so here its threads and this one share it.
  process.env.TZ = 'UTC'
  mkdirSync(dataDir, { recursive: true })
  const clock = createClock()
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const end of closers.splice(0).toReversed()) await end()
  }
  let current: Serving | undefined
  const running = (): Serving => {
    if (current) return current
    throw new Error('The local cloud is starting.')
  }
  const invoke: Invoke = (lambda, event) => running().functions.invoke(lambda, event)

  try {
    const front = await startOrigin(port, log)
    closers.push(front.close)
    const secrets = openSecrets(dataDir, clock)
    const secretValue = (secret: Resource): string => secrets.read(secret).current.value
    const endpoints = { origin: front.origin, gate: undefined as string | undefined, secretValue }
    const gateStarted = (endpoint: string): void => void Object.assign(endpoints, { gate: endpoint })
    const assembly = readAssembly(assemblyDir, endpoints)
    const backing = await startBacking({ assembly, dataDir, clock, invoke, secrets })
    closers.push(backing.close)

    const serve = async (app: Assembly): Promise<void> => {
      await deployFiles(app, backing.files)
      const before = current
      const next = await startServing({ assembly: app, gateStarted, backing, dataDir, clock, web, log })
      await before?.deafen()
      await next.listen().catch(async (error: unknown) => {
        await next.close()
        await before?.listen()
        throw error
      })
      current = next
      // Webhooks come from anywhere.
      front.mount('url', next.functionUrls, { open: true })
      front.serve(next.answer)
      await before?.close()
    }
    await serve(assembly)
    closers.push(() => running().close())

    const faults = {
      setFaults: (wanted: Faults | undefined) => running().gate.setFaults(wanted),
      faultCounts: () => running().gate.faultCounts(),
    }
    front.mount('mail', backing.mail.handlePage)
    front.mount('cognito', backing.userPools.handle)
    front.mount('control', control({ clock, ...faults, dataDir }))
    if (web) front.upgrade(web.upgrade)
    return {
      origin: front.origin,
      clock,
      ...faults,
      mail: backing.mail,
      invoke,
      get assembly() {
        return running().assembly
      },
      get adminClientConfig() {
        const credentials = { accessKeyId: ADMIN, secretAccessKey: secretOf(ADMIN) }
        return { region: assembly.region, endpoint: running().gate.endpoint, credentials }
      },
      tick: () => running().tick(),
      reloadFunctions: (functionName) => running().functions.reload(functionName),
      reload: (dir) => serve(readAssembly(dir, endpoints)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
