import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { inNoRole } from './roles.ts'

type Command = { constructor: { name: string } }
type Send = (this: DynamoDBDocumentClient, command: Command) => Promise<unknown>

/**
 * Runs work, and before its first call of this name reaches the table (or its `nth`), `meanwhile`: what somebody else does at
 * the worst moment. Where `meanwhile` throws, the call is never made. Gives what the work gives.
 */
export async function between<T>(
  call: string,
  meanwhile: () => Promise<unknown>,
  work: () => Promise<T>,
  nth = 1,
): Promise<T> {
  const client = DynamoDBDocumentClient.prototype
  const send = client.send as unknown as Send
  let met = 0
  async function held(this: DynamoDBDocumentClient, command: Command) {
    if (command.constructor.name === call && ++met === nth) await inNoRole(meanwhile)
    return send.call(this, command)
  }
  // By hand: where a test listens to all calls with a spy, a second one would be the same, and call itself.
  client.send = held as never
  try {
    const result = await work()
    if (met < nth) throw new Error(`${call} was called ${met} times.`)
    return result
  } finally {
    client.send = send as never
  }
}

/** The same, but the call fails, and the work goes on with that; how a process ends is `killed.ts`. */
export const failing = (call: string, work: () => Promise<unknown>, nth?: number): Promise<unknown> =>
  between(call, () => Promise.reject(new Error('failed')), work, nth)
