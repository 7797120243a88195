import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { ownFunctions } from '../../services/lambda/ownFunctions.ts'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import type { Assembly, Clock, Invoke, Resource } from '../../types.ts'
import { timed } from '../../timings.ts'
import { environmentOf } from './environment.ts'
import { FunctionError, type FunctionSpec } from './instance.ts'
import { type FunctionPool, functionPool } from './pool.ts'
import { StartError } from '../../startError.ts'

export type Functions = {
  invoke: Invoke
  /** Uses new instances from the next event on, for one function or all, because their code has changed. */
  reload: (functionName?: string) => void
  close: () => Promise<void>
}

type Options = {
  assembly: Assembly
  gateEndpoint: string
  /** The folder of `logs/<function>.log`. */
  dir: string
  clock: Clock
  /** Receives one line per failed event. */
  log?: (line: string) => void
  /** The most instances of one function. */
  instances?: number
}

// Lambda's payload limits for a synchronous call.
const REQUEST_LIMIT = 6 * 1024 * 1024
const ANSWER_LIMIT = REQUEST_LIMIT + 100

const KNOWN_PROPERTIES = [
  ...'Code Environment FunctionName Handler MemorySize ReservedConcurrentExecutions Role Runtime Timeout'.split(' '),
  // These have no effect locally.
  ...'Architectures Description LoggingConfig RecursiveLoop Tags TracingConfig'.split(' '),
]

/** Runs the assembly's functions from their deployed bundles, each with its own threads, environment and log. */
export function startFunctions({
  assembly,
  gateEndpoint,
  dir,
  clock,
  log = console.error,
  instances = 4,
}: Options): Functions {
  const logs = join(dir, 'logs')
  mkdirSync(logs, { recursive: true })
  const files = new Map<string, WriteStream>()
  const pools = new Map<string, { name: string; pool: FunctionPool }>()

  const print = (name: string, text: string, requestId: string): void => {
    let file = files.get(name)
    if (!file) files.set(name, (file = createWriteStream(join(logs, `${name}.log`), { flags: 'a' })))
    const start = `${new Date(clock.now()).toISOString()} ${requestId} `
    file.write(`${start}${text.trimEnd().replaceAll('\n', `\n${start}`)}\n`)
  }
  for (const lambda of ownFunctions(assembly)) {
    const spec = specOf(assembly, lambda, gateEndpoint, print)
    const reserved = Number(lambda.properties.ReservedConcurrentExecutions ?? instances)
    pools.set(keyOf(lambda), { name: spec.name, pool: functionPool(spec, Math.min(reserved, instances)) })
  }

  const invoke: Invoke = async (lambda, event) => {
    const pool = pools.get(keyOf(lambda))
    if (!pool)
      throw new Error(
        `${lambda.logicalId} runs on ${String(lambda.properties.Runtime)}, which the local cloud has not.`,
      )
    try {
      const payload = JSON.stringify(event ?? {})
      refuseLargeRequest(payload)
      const answer = await timed('function', keyOf(lambda), () => pool.pool.run(payload))
      refuseLargeAnswer(answer)
      return JSON.parse(answer) as unknown
    } catch (error) {
      const type = error instanceof FunctionError ? error.errorType : 'Error'
      const message = error instanceof Error ? error.message : String(error)
      log(`${pool.name}: ${type}: ${message.replaceAll('\n', ' ')}`)
      if (error instanceof FunctionError && error.trace.length > 0) print(pool.name, error.trace.join('\n'), 'ERROR')
      throw error
    }
  }
  return {
    invoke,
    reload(functionName) {
      for (const { name, pool } of pools.values()) if (!functionName || functionName === name) pool.renew()
    },
    async close() {
      await Promise.all([...pools.values()].map(({ pool }) => pool.close()))
      await Promise.all([...files.values()].map((file) => new Promise<void>((resolve) => file.end(resolve))))
    },
  }
}

/** Identifies a function across reloads of the assembly. */
const keyOf = ({ stack, logicalId }: Resource): string => `${stack}/${logicalId}`

function specOf(
  assembly: Assembly,
  lambda: Resource,
  gateEndpoint: string,
  print: (name: string, text: string, requestId: string) => void,
): FunctionSpec {
  const { Code, Handler, MemorySize = 128, Runtime, Timeout = 3 } = lambda.properties
  rejectUnknownProperties(lambda.properties, KNOWN_PROPERTIES, describeResource(lambda))
  if (!String(Runtime).startsWith('nodejs'))
    throw new StartError(`${describeResource(lambda)} runs on ${String(Runtime)}, which is not here.`)
  const { S3Key } = assembly.resolve<{ S3Key?: string }>(lambda.stack, Code)
  if (!S3Key)
    throw new StartError(
      `${describeResource(lambda)} has its code in the template; the local cloud runs code from an asset.`,
    )
  const name = assembly.physicalId(lambda)
  return {
    name,
    key: keyOf(lambda),
    data: {
      folder: assembly.assetPath(lambda.stack, S3Key),
      handler: String(Handler),
      context: {
        functionName: name,
        functionVersion: '$LATEST',
        invokedFunctionArn: assembly.arn(lambda),
        memoryLimitInMB: String(MemorySize),
        logGroupName: `/aws/lambda/${name}`,
        logStreamName: 'local',
      },
    },
    env: environmentOf(assembly, lambda, gateEndpoint),
    memory: Number(MemorySize),
    timeout: Number(Timeout) * 1000,
    print: (text, requestId) => print(name, text, requestId),
  }
}

function refuseLargeRequest(payload: string): void {
  const size = Buffer.byteLength(payload)
  if (size <= REQUEST_LIMIT) return
  const errorMessage = `${size} byte payload is too large for the RequestResponse invocation type (limit ${REQUEST_LIMIT} bytes)`
  throw new FunctionError({ errorType: 'RequestEntityTooLargeException', errorMessage, trace: [] })
}

function refuseLargeAnswer(answer: string): void {
  if (Buffer.byteLength(answer) <= ANSWER_LIMIT) return
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${ANSWER_LIMIT} bytes).`
  throw new FunctionError({ errorType: 'Function.ResponseSizeTooLarge', errorMessage, trace: [] })
}
