import { rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startCloud } from '../cloud.ts'
import { services } from '../services/list.ts'
import { startOrigin } from '../startOrigin.ts'
import { build } from './build.ts'
import type { Development } from './develop.ts'
import { seedOnce, welcome } from './demo.ts'
import { type Lock, takeLock } from './lock.ts'
import { readOptions, type StartOptions } from './options.ts'

const root = join(import.meta.dirname, '../../..')

/** How many milliseconds the shutdown may take before the process exits anyway. */
const PATIENCE = 2_500

type Develop = (root: string, log: (line: string) => void) => Promise<Development>

const print = (line: string): void => console.log(line)

/**
 * `npm start`: builds what has changed, starts the local cloud, fills it when it is new, and runs until it is stopped.
 * Errors that the user can fix are printed as one sentence. With `develop` it is `npm run dev`.
 */
export async function run(args: string[], develop?: Develop): Promise<void> {
  const stopping = new AbortController()
  const closeFunctions: (() => Promise<void>)[] = []
  const stop = async (code: number): Promise<never> => {
    stopping.abort()
    setTimeout(() => process.exit(code || 1), PATIENCE).unref()
    for (const end of closeFunctions.toReversed()) await end().catch(() => undefined)
    return process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ignores a second Ctrl-C, and the one that npm forwards after the terminal's own.
      if (!stopping.signal.aborted) void stop(0)
    })
  }
  // Killing npm also kills the shell between it and this process, without a signal to this process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && !stopping.signal.aborted && void stop(0), 500).unref()
  }
  try {
    const options = readOptions(args, root)
    const lock = await prepare(options)
    await start(options, lock, { develop, signal: stopping.signal, closeFunctions })
  } catch (error) {
    if (stopping.signal.aborted) return
    console.error(args.includes('--verbose') ? error : sentenceOf(error))
    await stop(1)
  }
}

async function prepare({ dataDir, fresh, port }: StartOptions): Promise<Lock> {
  // DynamoDB Local is started with the `java` of the PATH.
  if (process.env.JAVA_HOME) process.env.PATH = join(process.env.JAVA_HOME, 'bin') + delimiter + process.env.PATH
  const lock = takeLock(dataDir)
  process.on('exit', lock.release)
  // Checks the port now rather than after a minute of building.
  await (await startOrigin(port, () => undefined)).close()
  if (fresh) empty(dataDir)
  return lock
}

type RunContext = {
  develop?: Develop | undefined
  signal: AbortSignal
  closeFunctions: (() => Promise<void>)[]
}

async function start(
  { dataDir, port }: StartOptions,
  lock: Lock,
  { develop, signal, closeFunctions }: RunContext,
): Promise<void> {
  const assemblyDir = await build({ root, log: print, signal, develop: develop !== undefined })
  const development = await develop?.(root, print)
  if (development) closeFunctions.push(development.close)
  const log = (line: string): void => console.error(line)
  const cloud = await startCloud({ assemblyDir, dataDir, port, log, ...(development && { web: development.web }) })
  closeFunctions.push(cloud.close)
  lock.running(cloud.origin)
  await seedOnce(cloud, dataDir, print)
  development?.watch(cloud)
  print(welcome(cloud.origin))
}

// Deletes by name, since the folder may have been given by mistake; and keeps the lock, which is ours.
function empty(dataDir: string): void {
  const keptFiles = [...services.flatMap(({ dataFiles = [] }) => dataFiles), 'seeded']
  for (const name of keptFiles) rmSync(join(dataDir, name), { recursive: true, force: true })
}

const sentenceOf = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  return name === 'StartError' || name === 'AssemblyError'
    ? message
    : `${message} (--verbose says where this comes from)`
}
