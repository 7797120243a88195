import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { vi } from 'vitest'

/**
 * The process dies: what it has asked of the table or of the provider is done, its answer is lost, and nothing more is
 * asked. `left` counts the requests that are still let through.
 */
let left = Number.POSITIVE_INFINITY
class Killed extends Error {}
async function orDie<T>(work: () => Promise<T>): Promise<T> {
  if (left < 0) throw new Killed()
  left -= 1
  const answer = await work()
  if (left < 0) throw new Killed()
  return answer
}

/** Runs something that dies after so many requests. True when it lived to its end. */
export async function dying(after: number, work: () => Promise<unknown>): Promise<boolean> {
  left = after
  const { send } = DynamoDBDocumentClient.prototype
  const { fetch } = globalThis
  const sending = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function sent(
    this: never,
    ...args: never[]
  ) {
    return orDie(() => Reflect.apply(send, this, args) as Promise<never>)
  } as never)
  globalThis.fetch = (...args) => orDie(() => fetch(...args))
  try {
    await work().catch(() => undefined)
    return left >= 0
  } finally {
    sending.mockRestore()
    globalThis.fetch = fetch
  }
}

/** Everything dies once, at each of its requests, until it dies no more. */
export async function everywhere(once: (after: number) => Promise<boolean>): Promise<number> {
  for (let after = 0; ; after++) if (await once(after)) return after
}
