import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { publishTiming } from '../../timings.ts'

/** The data that an instance gets when it starts. */
type InstanceData = { folder: string; handler: string; context: Record<string, string> }
/** An event for the instance; `payload` is JSON, `timeout` in milliseconds. */
type EventMessage = { requestId: string; payload: string; timeout: number }
type Failure = { errorType: string; errorMessage: string; trace: string[] }
/**
 * A message of the instance: it is ready, it could not start, or an event has ended (`answer` is JSON), with its
 * duration and its thread's CPU time in milliseconds.
 */
type InstanceMessage =
  | { ready: true }
  | { unable: Failure }
  | { requestId: string; answer: string; ms: number; cpu: number }
  | { requestId: string; failure: Failure }

/** A function threw, could not start, or ran out of time or memory. `errorType` is Lambda's name for it. */
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
  /** Its stack and logical id, `club-api/Worker`, which identify it in timings. */
  key: string
  data: InstanceData
  env: Record<string, string>
  memory: number
  /** The timeout of an event in milliseconds. */
  timeout: number
  /** Receives the function's output, with the id of the current request. */
  print: (text: string, requestId: string) => void
}

export type Instance = {
  /** Settles when the code is loaded, or has failed to load. */
  started: Promise<unknown>
  /** Handles one event (JSON) at a time and returns the result (JSON); rejects with a FunctionError. */
  run: (payload: string) => Promise<string>
  isAlive: () => boolean
  end: () => Promise<void>
}

// Lambda's own limit for the start of a function.
const STARTING = 10_000

const failureOf = (error: Error & { code?: string }): Failure =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { errorType: 'Runtime.OutOfMemory', errorMessage: 'Runtime exited: out of memory', trace: [] }
    : { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] }

/** Starts an execution environment of a function: a thread with its own memory and environment. */
export function startInstance(spec: FunctionSpec): Instance {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: spec.data,
    env: spec.env,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: spec.memory },
  })
  let isAlive = true
  let requestId = 'init'
  let pendingInvocation: { resolve(answer: string): void; reject(error: FunctionError): void } | undefined
  const starting = Promise.withResolvers<void>()
  // `run` awaits this; until then, a failed start must not count as an unhandled rejection.
  starting.promise.catch(() => undefined)

  const fail = (failure: Failure): void => {
    const error = new FunctionError(failure)
    starting.reject(error)
    pendingInvocation?.reject(error)
    pendingInvocation = undefined
  }
  const die = (failure: Failure): Promise<number> => {
    isAlive = false
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
    if ('failure' in message) pendingInvocation?.reject(new FunctionError(message.failure))
    else {
      const to = performance.now()
      publishTiming({ part: 'handler', name: spec.key, from: to - message.ms, to, cpu: message.cpu })
      pendingInvocation?.resolve(message.answer)
    }
    pendingInvocation = undefined
  })
  worker.on('error', (error) => void die(failureOf(error as Error)))
  worker.on('exit', (code) => {
    isAlive = false
    fail({
      errorType: 'Runtime.ExitError',
      errorMessage: `RequestId: ${requestId} Error: Runtime exited with status ${code}`,
      trace: [],
    })
  })

  const withTimeout = async <T>(milliseconds: number, promise: Promise<T>): Promise<T> => {
    const seconds = (milliseconds / 1000).toFixed(2)
    const timer = setTimeout(() => {
      const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`
      void die({ errorType: 'Sandbox.Timedout', errorMessage, trace: [] })
    }, milliseconds)
    return promise.finally(() => clearTimeout(timer))
  }
  return {
    started: starting.promise.catch(() => undefined),
    async run(payload) {
      await withTimeout(STARTING, starting.promise)
      if (!isAlive)
        throw new FunctionError({ errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited', trace: [] })
      requestId = randomUUID()
      const answer = new Promise<string>((resolve, reject) => {
        pendingInvocation = { resolve, reject }
      })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have origins
      worker.postMessage({ requestId, payload, timeout: spec.timeout } satisfies EventMessage)
      return withTimeout(spec.timeout, answer)
    },
    isAlive: () => isAlive,
    async end() {
      isAlive = false
      await worker.terminate()
    },
  }
}
