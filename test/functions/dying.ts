import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeAll, vi } from 'vitest'

/**
 * The process dies: what it has asked of the table or of the provider is done, its answer is lost, and nothing more is
 * asked. `left` counts the requests that are still let through.
 */
let left = Number.POSITIVE_INFINITY
const real = { send: DynamoDBDocumentClient.prototype.send, fetch: globalThis.fetch }
class Killed extends Error {}
async function orDie<T>(work: () => Promise<T>): Promise<T> {
  if (left < 0) throw new Killed()
  left -= 1
  const answer = await work()
  if (left < 0) throw new Killed()
  return answer
}
beforeAll(() => {
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function send(this: never, ...args: never[]) {
    return orDie(() => Reflect.apply(real.send, this, args) as Promise<never>)
  } as never)
  globalThis.fetch = (...args) => orDie(() => real.fetch(...args))
  return () => {
    vi.restoreAllMocks()
    globalThis.fetch = real.fetch
  }
})
afterEach(() => {
  left = Number.POSITIVE_INFINITY
})

/** Runs something that dies after so many requests. True when it lived to its end. */
export async function dying(after: number, work: () => Promise<unknown>): Promise<boolean> {
  left = after
  await work().catch(() => undefined)
  const lived = left >= 0
  left = Number.POSITIVE_INFINITY
  return lived
}

/** Everything dies once, at each of its requests, until it dies no more. */
export async function everywhere(once: (after: number) => Promise<boolean>): Promise<number> {
  for (let after = 0; ; after++) if (await once(after)) return after
}
