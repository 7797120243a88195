import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { quickFolder } from '#scripts/local/memory.ts'
import { beginning } from './prepared.ts'

export type CloudPlace = {
  origin: string
  /** What the product's own writes read from the environment, so that a journey can set its stage by them. */
  table: Record<string, string>
  webBucket: string
  /** Where it keeps its data. */
  folder: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a worker asks for its cloud, by its number: it is told a `CloudPlace` when that is ready. */
    clouds: string
    /** By how many milliseconds the journeys' time is ahead of the machine's. */
    ahead: number
  }
}

/**
 * What everyone at the keyboard gets by `npm start`, once for each worker: its journeys run one after another, so none meets
 * another's in its cloud. They are begun at once, so that building and seeding go on beside other tests.
 */
export async function setup(project: TestProject) {
  const ahead = Date.parse(beginning) - Date.now()
  const folder = quickFolder('e2e')
  const clouds = new Map<string, ReturnType<typeof start>>()
  const cloudOf = (worker: string) => {
    const cloud = clouds.get(worker) ?? start(join(folder, worker), ahead)
    clouds.set(worker, cloud)
    // One that did not come up on a busy machine is not the end of all journeys: whoever asks next begins anew.
    cloud.place.catch(() => clouds.delete(worker))
    return cloud
  }
  const server = createServer((request, response) => {
    cloudOf((request.url ?? '').slice(1)).place.then(
      (place) => response.end(place),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('clouds', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  project.provide('ahead', ahead)
  // The second begins with what the first has prepared, beside whatever else is left.
  cloudOf('1').place.then(
    () => cloudOf('2'),
    () => undefined,
  )
  return async () => {
    server.close()
    await Promise.all([...clouds.values()].map(({ child }) => end(child)))
    rmSync(folder, { recursive: true, force: true })
  }
}

function start(dataDir: string, ahead: number) {
  const program = join(import.meta.dirname, 'cloud-process.ts')
  const child = spawn(process.execPath, [program, dataDir, String(ahead)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const place = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', resolve)
    child.on('exit', (code) => reject(new Error(`The local cloud of the journeys ended with ${code}.`)))
  })
  // Told to whoever asks for it.
  place.catch(() => undefined)
  return { child, place }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const exited = once(child, 'exit')
  child.stdin?.end()
  await exited
}
