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

/** The same, but the process ends there. */
export const cutShort = (call: string, work: () => Promise<unknown>, nth?: number): Promise<unknown> =>
  between(call, () => Promise.reject(new Error('cut short')), work, nth)

const writes = ['UpdateCommand', 'TransactWriteCommand']

/**
 * Has the process end at its nth write, whatever it was doing side by side: neither that one nor any later one reaches the
 * table. False once it comes to its end before that. What the work gives, or how it fails, does not count: nobody hears of it.
 */
export async function endsAtWrite(nth: number, work: () => Promise<unknown>): Promise<boolean> {
  const client = DynamoDBDocumentClient.prototype
  const send = client.send as unknown as Send
  let met = 0
  const underWay = new Set<Promise<unknown>>()
  async function held(this: DynamoDBDocumentClient, command: Command) {
    if (writes.includes(command.constructor.name)) met++
    if (met >= nth) throw new Error('ended')
    const sending = send.call(this, command)
    underWay.add(sending)
    try {
      return await sending
    } finally {
      underWay.delete(sending)
    }
  }
  client.send = held as never
  try {
    await work().catch(() => undefined)
    // What it was doing side by side ends with it.
    do await new Promise((resolve) => setTimeout(resolve, 1))
    while (underWay.size > 0)
    return met >= nth
  } finally {
    client.send = send as never
  }
}
