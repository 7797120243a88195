import { channel } from 'node:diagnostics_channel'
import type { JsonBody } from './gate/needs.ts'

/** A function's call of DynamoDB, with the response of DynamoDB Local. */
export type TableCall = { operation: string; body: JsonBody; answer: JsonBody }

const calls = channel('touchline.local.table-calls')

/** A callback for the response; undefined if nobody listens, so that it need not be buffered. */
export const responseListener = (
  operation: string,
  body: () => Promise<JsonBody>,
): ((answer: Buffer) => void) | undefined =>
  calls.hasSubscribers
    ? (answer) =>
        void body().then((request) =>
          calls.publish({ operation, body: request, answer: JSON.parse(answer.toString() || '{}') as JsonBody }),
        )
    : undefined

/** Listens to all calls of functions, until the returned function is called. */
export function subscribeToTableCalls(callback: (call: TableCall) => void): () => void {
  const listener = (message: unknown): void => callback(message as TableCall)
  calls.subscribe(listener)
  return () => {
    calls.unsubscribe(listener)
  }
}
