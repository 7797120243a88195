import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '#scripts/local/clock.ts'
import { credentialsOf } from '#scripts/local/services/lambda/environment.ts'
import { type Functions, startFunctions } from '#scripts/local/services/lambda/startFunctions.ts'
import type { Assembly } from '#scripts/local/types.ts'
import { newFolder } from '../fixtures/serving/folder.ts'
import { onlyResource, readServing } from '../fixtures/serving/read.ts'

const dir = newFolder()
const lines: string[] = []
let assembly: Assembly
let functions: Functions

beforeAll(() => {
  assembly = readServing()
  const log = (line: string) => void lines.push(line)
  functions = startFunctions({
    assembly,
    gateEndpoint: 'http://127.0.0.1:9',
    dir,
    clock: createClock(),
    log,
    instances: 3,
  })
})
afterAll(() => functions.close())

const lambda = (start: string) => onlyResource(assembly, 'AWS::Lambda::Function', start)
const call = <T = unknown>(event: unknown, start = 'Echo') => functions.invoke(lambda(start), event) as Promise<T>

describe('a function', () => {
  it('has the template’s and Lambda’s environment, and nothing of the machine’s', async () => {
    process.env.SOMETHING_OF_THE_MACHINE = 'secret'
    const { accessKeyId, secretAccessKey, sessionToken } = credentialsOf(`LOCAL${lambda('Echo').logicalId}`)
    const environment = await call<Record<string, string>>({ do: 'environment' })
    expect(environment).toMatchObject({
      POOL: assembly.physicalId(onlyResource(assembly, 'AWS::Cognito::UserPool')),
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: assembly.physicalId(lambda('Echo')),
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    })
    expect(Object.keys(environment).filter((name) => !/^(AWS_|_HANDLER|TZ|POOL|TABLE_NAME)/.test(name))).toEqual([])
  })

  it('has Lambda’s context', async () => {
    const context = await call<Record<string, unknown>>({ do: 'context' })
    expect(context).toMatchObject({
      functionName: assembly.physicalId(lambda('Echo')),
      invokedFunctionArn: assembly.arn(lambda('Echo')),
      memoryLimitInMB: '128',
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(context.left).toBeGreaterThan(9_000)
    expect(context.left).toBeLessThanOrEqual(10_000)
  })

  it('receives and returns JSON: undefined becomes null', async () => {
    expect(await call({ do: 'echo', at: new Date(0) })).toEqual({
      event: { do: 'echo', at: '1970-01-01T00:00:00.000Z' },
    })
    expect(await call({ do: 'nothing' })).toBeNull()
  })
})

describe('instances', () => {
  it('stay warm between events', async () => {
    const first = await call<{ instance: number; events: number }>({ do: 'count' })
    const second = await call<{ instance: number; events: number }>({ do: 'count' })
    expect(second).toEqual({ instance: first.instance, events: first.events + 1 })
  })

  const asleep = (milliseconds: number) => call<{ instance: number }>({ do: 'sleep', milliseconds })
  const used = async (answers: Promise<{ instance: number }>[]) =>
    new Set((await Promise.all(answers)).map(({ instance }) => instance)).size

  it('handle one event at a time, up to the maximum number of instances', async () => {
    const before = performance.now()
    expect(await used(Array.from({ length: 6 }, () => asleep(600)))).toBe(3)
    expect(performance.now() - before).toBeGreaterThan(1190)
  })

  it('reuse an instance that is free soon before starting another', async () => {
    functions.reload(assembly.physicalId(lambda('Echo')))
    await call({ do: 'count' })
    expect(await used(Array.from({ length: 4 }, () => asleep(50)))).toBe(1)
  })

  it('are new after a reload, while running events end in the old ones', async () => {
    const running = call<{ instance: number }>({ do: 'sleep', milliseconds: 200 })
    const warm = await call<{ instance: number }>({ do: 'count' })
    functions.reload(assembly.physicalId(lambda('Echo')))
    const after = await call<{ instance: number; events: number }>({ do: 'count' })
    expect(after.events).toBe(1)
    expect([warm.instance, (await running).instance]).not.toContain(after.instance)
  })
})

describe('failures', () => {
  it('are rejected with the function’s error, and logged in one line', async () => {
    await expect(call({ do: 'throw' })).rejects.toMatchObject({ errorType: 'TypeError', message: 'it went wrong' })
    expect(lines.at(-1)).toBe(`${assembly.physicalId(lambda('Echo'))}: TypeError: it went wrong`)
  })

  it('end an event at the template’s timeout, even in an endless loop, and start a new instance', async () => {
    const before = performance.now()
    await expect(call({ do: 'loop' }, 'Hasty')).rejects.toMatchObject({
      errorType: 'Sandbox.Timedout',
      message: expect.stringMatching(/Task timed out after 1.00 seconds$/),
    })
    expect(performance.now() - before).toBeLessThan(3_000)
    expect(await call({ do: 'count' }, 'Hasty')).toMatchObject({ events: 1 })
  })

  it('of a function that exits or leaves a rejected promise do not affect later events', async () => {
    await expect(call({ do: 'exit' })).rejects.toMatchObject({ errorType: 'Runtime.ExitError' })
    await expect(call({ do: 'reject' })).rejects.toMatchObject({ errorType: 'RangeError' })
    expect(await call({ do: 'text' })).toBe('plain words')
  })

  it('include exceeding the memory', async () => {
    await expect(call({ do: 'fill' })).rejects.toMatchObject({ errorType: 'Runtime.OutOfMemory' })
    expect(await call({ do: 'text' })).toBe('plain words')
  })

  it('of a function that does not start reject each event', async () => {
    for (let turn = 0; turn < 2; turn++) {
      await expect(call({}, 'Broken')).rejects.toMatchObject({
        errorType: 'SyntaxError',
        message: 'this file does not start',
      })
    }
  })

  it('include requests and responses over 6 MB, as in Lambda', async () => {
    await expect(call({ text: 'x'.repeat(6 * 1024 * 1024) })).rejects.toMatchObject({
      errorType: 'RequestEntityTooLargeException',
    })
    await expect(call({ do: 'large', size: 6 * 1024 * 1024 + 200 })).rejects.toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
    })
    expect(await call<string>({ do: 'large', size: 6 * 1024 * 1024 })).toHaveLength(6 * 1024 * 1024)
  })
})

it('the output of a function is logged, each line with time and request id', async () => {
  await call({ do: 'print' })
  const file = join(dir, 'logs', `${assembly.physicalId(lambda('Echo'))}.log`)
  await expect
    .poll(() => readFileSync(file, 'utf8'))
    .toMatch(/^\d{4}-\d\d-\d\dT\S+Z [0-9a-f-]{36} a line\n\d{4}\S+ [0-9a-f-]{36} and another$/m)
})
