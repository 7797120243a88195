import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { inNoRole } from './roles.ts'

type Command = { constructor: { name: string } }
type Send = (this: DynamoDBDocumentClient, command: Command) => Promise<unknown>

/**
 * Runs `work`, and runs `interruption` right before its `nth` call of this name reaches the table, to simulate a concurrent change
 * at the worst moment. If `interruption` throws, the call is never made. Returns the result of `work`.
 */
export async function interleave<T>(
  call: string,
  interruption: () => Promise<unknown>,
  work: () => Promise<T>,
  nth = 1,
): Promise<T> {
  const client = DynamoDBDocumentClient.prototype
  const send = client.send as unknown as Send
  let callCount = 0
  async function interruptedSend(this: DynamoDBDocumentClient, command: Command) {
    if (command.constructor.name === call && ++callCount === nth) await inNoRole(interruption)
    return send.call(this, command)
  }
  // Patched by hand: where a test already spies on all calls, a second spy would be the same one and call itself.
  client.send = interruptedSend as never
  try {
    const result = await work()
    if (callCount < nth) throw new Error(`${call} was called ${callCount} times.`)
    return result
  } finally {
    client.send = send as never
  }
}

/** Like `interleave`, but the call fails and the work continues with that error. For a process that dies, see `simulatedProcess.ts`. */
export const failingCall = (call: string, work: () => Promise<unknown>, nth?: number): Promise<unknown> =>
  interleave(call, () => Promise.reject(new Error('failed')), work, nth)
