import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../../startError.ts'

export type DynamoDb = { endpoint: string; close: () => Promise<void> }

const watchdog = fileURLToPath(new URL('watchdog.ts', import.meta.url))

/**
 * Starts DynamoDB Local with its data in `dir`; acknowledged writes are on disk, even after a crash. Without `dir` it
 * keeps data in memory, without waiting for a disk. It ends on `close`, or with this process. Throws a StartError
 * without Java 17 or newer, or when `port` is taken.
 */
export async function startDynamoDb({ dir, port }: { dir?: string; port?: number }): Promise<DynamoDb> {
  if (dir) mkdirSync(dir, { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const chosenPort = await freePort(port ?? 0)
    // In a process group of its own: Ctrl-C must not end the database before those who still write.
    const child = spawn(process.execPath, [watchdog, String(chosenPort), ...(dir ? [resolve(dir)] : [])], {
      detached: true,
    })
    let output = ''
    const note = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-10_000)
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    const endpoint = `http://127.0.0.1:${chosenPort}`
    if (await answers(endpoint, child)) return { endpoint, close: () => end(child) }
    // Another process may have taken the port after it was found free.
    if (!/Address already in use/.test(output) || attempt === 3) throw new StartError(reason(output))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const exited = once(child, 'exit')
  child.stdin?.end()
  await exited
}

async function answers(endpoint: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && !child.signalCode) {
    // Another server may be listening on that port.
    const isUp = await fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
      ({ headers }) => headers.has('x-amzn-requestid'),
      () => false,
    )
    if (isUp) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  // Its last output may still be on its way.
  if (child.stderr?.readable) await once(child.stderr, 'close')
  return false
}

/**
 * The port, or any free one for 0. DynamoDB Local listens on all addresses of the machine, so the port must be free on
 * all.
 */
async function freePort(port: number): Promise<number> {
  const server = createServer().listen(port)
  await once(server, 'listening').catch(() => {
    throw new StartError(`DynamoDB Local cannot start because port ${port} is taken.`)
  })
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : port
}

function reason(output: string): string {
  if (/^ENOENT$|Unable to locate a Java Runtime/m.test(output)) {
    return 'DynamoDB Local needs Java 17 or newer, and there is no "java" on the PATH: install one.'
  }
  if (/UnsupportedClassVersionError/.test(output)) {
    return 'DynamoDB Local needs Java 17 or newer, and the "java" on the PATH is older: install a newer one.'
  }
  const firstLine = output.split('\n').find((line) => line.trim() && !line.startsWith('Picked up'))
  return `DynamoDB Local could not start: ${firstLine?.trim() ?? 'it said nothing'}`
}
