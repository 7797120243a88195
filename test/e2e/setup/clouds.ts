import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createTempFolder } from '#scripts/local/tempFolder.ts'
import { startInstant } from './prepare.ts'

export type CloudInfo = {
  origin: string
  /** Environment variables for the product's own table writes, so that a test can set up its data with them. */
  table: Record<string, string>
  webBucket: string
  /** The cloud's data folder. */
  folder: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL at which a worker asks for its cloud by its number; the answer is a `CloudInfo` once that cloud is ready. */
    clouds: string
    /** How many milliseconds the clouds' clock is ahead of the machine's. */
    ahead: number
  }
}

/**
 * Starts the same local cloud as `npm start`, one per worker. A worker runs its files one after another, so none meets
 * another's data. Clouds start at once, so that building and seeding run beside other tests.
 */
export async function setup(project: TestProject) {
  const aheadMs = Date.parse(startInstant) - Date.now()
  const folder = createTempFolder('e2e')
  const clouds = new Map<string, ReturnType<typeof start>>()
  const cloudOf = (worker: string) => {
    const cloud = clouds.get(worker) ?? start(join(folder, worker), aheadMs)
    clouds.set(worker, cloud)
    // A failed start is forgotten, so that the next request starts the cloud anew instead of failing every test.
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
  project.provide('ahead', aheadMs)
  // The second cloud starts after the first, because it reuses what the first has built and seeded.
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

function start(dataDir: string, aheadMs: number) {
  const program = join(import.meta.dirname, 'cloud-process.ts')
  const child = spawn(process.execPath, [program, dataDir, String(aheadMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const place = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', resolve)
    child.on('exit', (code) => reject(new Error(`The local cloud of the journeys ended with ${code}.`)))
  })
  // Avoids an unhandled rejection: a failed start is reported to the worker that asks for the cloud.
  place.catch(() => undefined)
  return { child, place }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const exited = once(child, 'exit')
  child.stdin?.end()
  await exited
}
