import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * The entry point of the worker threads that run a function. The types of the messages are in instance.ts. This file is plain
 * JavaScript, because to strip types each thread would first load Node's type stripper, which takes 50 ms of CPU time.
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

// V8's code cache is stored next to the bundles and deleted with them. Other instances of the same code read it.
enableCompileCache(join(dirname(folder), 'compiled'))
let writeCache = flushCompileCache

try {
  const handler = await load()
  const handle = async (message) => {
    await run(handler, message)
    // Written after the first event, when the code that an event needs has been compiled.
    writeCache?.()
    writeCache = undefined
  }
  port.on('message', (message) => void handle(message))
  post({ ready: true })
} catch (thrown) {
  post({ unable: describe(thrown) })
}
