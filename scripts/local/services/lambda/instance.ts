import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { tell } from '../../timings.ts'

/** What an instance is told when it starts. */
type InstanceData = { folder: string; handler: string; context: Record<string, string> }
/** One event for the instance; `payload` is JSON, `timeout` in milliseconds. */
type EventMessage = { requestId: string; payload: string; timeout: number }
type Failure = { errorType: string; errorMessage: string; trace: string[] }
/**
 * What the instance says: that it is ready, that it could not start, or how an event ended (`answer` is JSON), after so long, of
 * which its thread computed for so long; both in milliseconds.
 */
type InstanceMessage =
  | { ready: true }
  | { unable: Failure }
  | { requestId: string; answer: string; ms: number; cpu: number }
  | { requestId: string; failure: Failure }

/** A function failed: threw, could not start, ran out of time or memory. `errorType` is Lambda's word for it. */
export class FunctionError extends Error {
  readonly errorType: string
  readonly trace: string[]
  constructor({ errorType, errorMessage, trace }: Failure) {
    super(errorMessage)
    this.name = 'FunctionError'
    this.errorType = errorType
    this.trace = trace
  }
}

export type FunctionSpec = {
  name: string
  /** Its stack and logical id, `club-api/Worker`: timings name it by that. */
  key: string
  data: InstanceData
  env: Record<string, string>
  memory: number
  /** Milliseconds an event may take. */
  timeout: number
  /** Takes what the function prints, with the id of the request it was printed in. */
  print: (text: string, requestId: string) => void
}

export type Instance = {
  /** Settled when it has loaded its code, or failed to. */
  started: Promise<unknown>
  /** Handles one event (JSON) and gives the answer (JSON); rejects with a FunctionError. One at a time. */
  run: (payload: string) => Promise<string>
  isAlive: () => boolean
  end: () => Promise<void>
}

// As long as Lambda gives a function to start.
const STARTING = 10_000

const failureOf = (error: Error & { code?: string }): Failure =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { errorType: 'Runtime.OutOfMemory', errorMessage: 'Runtime exited: out of memory', trace: [] }
    : { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] }

/** Starts one execution environment of a function: a thread with its own memory and environment. */
export function startInstance(spec: FunctionSpec): Instance {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: spec.data,
    env: spec.env,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: spec.memory },
  })
  let alive = true
  let requestId = 'init'
  let waiting: { resolve(answer: string): void; reject(error: FunctionError): void } | undefined
  const starting = Promise.withResolvers<void>()
  // Whoever runs an event awaits it; until then a failed start is nobody's unhandled rejection.
  starting.promise.catch(() => undefined)

  const fail = (failure: Failure): void => {
    const error = new FunctionError(failure)
    starting.reject(error)
    waiting?.reject(error)
    waiting = undefined
  }
  const die = (failure: Failure): Promise<number> => {
    alive = false
    fail(failure)
    return worker.terminate()
  }
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => spec.print(text, requestId))
  }
  worker.on('message', (message: InstanceMessage) => {
    if ('ready' in message) return starting.resolve()
    if ('unable' in message) return void die(message.unable)
    if (message.requestId !== requestId) return
    if ('failure' in message) waiting?.reject(new FunctionError(message.failure))
    else {
      const to = performance.now()
      tell({ part: 'handler', name: spec.key, from: to - message.ms, to, cpu: message.cpu })
      waiting?.resolve(message.answer)
    }
    waiting = undefined
  })
  worker.on('error', (error) => void die(failureOf(error as Error)))
  worker.on('exit', (code) => {
    alive = false
    fail({
      errorType: 'Runtime.ExitError',
      errorMessage: `RequestId: ${requestId} Error: Runtime exited with status ${code}`,
      trace: [],
    })
  })

  const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
    const seconds = (milliseconds / 1000).toFixed(2)
    const timer = setTimeout(() => {
      const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`
      void die({ errorType: 'Sandbox.Timedout', errorMessage, trace: [] })
    }, milliseconds)
    return work.finally(() => clearTimeout(timer))
  }
  return {
    started: starting.promise.catch(() => undefined),
    async run(payload) {
      await within(STARTING, starting.promise)
      if (!alive) throw new FunctionError({ errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited', trace: [] })
      requestId = randomUUID()
      const answer = new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject }
      })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have origins
      worker.postMessage({ requestId, payload, timeout: spec.timeout } satisfies EventMessage)
      return within(spec.timeout, answer)
    },
    isAlive: () => alive,
    async end() {
      alive = false
      await worker.terminate()
    },
  }
}
