import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * What each thread of a function begins with; what is said to it and what it says is in instance.ts. Without types: to read those each
 * thread would first load what reads them, which keeps a core busy for a twentieth of a second.
 */
const { folder, handler: handlerName, context } = workerData
const port = parentPort
if (!port) throw new Error('This file runs in a worker thread of the local cloud only.')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have origins
const post = (message) => port.postMessage(message)

function describe(thrown) {
  if (!(thrown instanceof Error)) return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] }
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] }
}

/** `dir/index.handler` is the export `handler` of `dir/index.mjs`, `.js` or `.cjs`. */
async function load() {
  const dot = handlerName.lastIndexOf('.')
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => join(folder, handlerName.slice(0, dot) + extension))
    .find((path) => existsSync(path))
  const missing = { name: 'Runtime.ImportModuleError' }
  if (!file) throw Object.assign(new Error(`Cannot find module '${handlerName.slice(0, dot)}' in ${folder}`), missing)
  const module = await import(pathToFileURL(file).href)
  const found = module[handlerName.slice(dot + 1)]
  if (typeof found === 'function') return found
  throw Object.assign(new Error(`${handlerName} is undefined or not exported`), { name: 'Runtime.HandlerNotFound' })
}

async function run(handler, { requestId, payload, timeout }) {
  const begun = performance.now()
  const computed = process.threadCpuUsage()
  const deadline = begun + timeout
  try {
    const answer = await handler(JSON.parse(payload), {
      ...context,
      awsRequestId: requestId,
      getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
    })
    const json = JSON.stringify(answer ?? null)
    const { user, system } = process.threadCpuUsage(computed)
    post({ requestId, answer: json, ms: performance.now() - begun, cpu: (user + system) / 1000 })
  } catch (thrown) {
    post({ requestId, failure: describe(thrown) })
  }
}

// What V8 has compiled lies beside the bundles, and goes with them: other instances of the same code need not do it again.
enableCompileCache(join(dirname(folder), 'compiled'))
let keep = flushCompileCache

try {
  const handler = await load()
  const handle = async (message) => {
    await run(handler, message)
    // After its first event: by then what an event needs has been compiled.
    keep?.()
    keep = undefined
  }
  port.on('message', (message) => void handle(message))
  post({ ready: true })
} catch (thrown) {
  post({ unable: describe(thrown) })
}
