import { channel } from 'node:diagnostics_channel'
import type { JsonBody } from './gate/needs.ts'

/** A function's call of the table's API, with DynamoDB Local's response. */
export type TableCall = { operation: string; body: JsonBody; answer: JsonBody }

const calls = channel('touchline.local.table-calls')

/**
 * Returns a callback that publishes a response, while there are subscribers; otherwise undefined, so that the response
 * need not be kept.
 */
export const hearer = (operation: string, body: () => Promise<JsonBody>): ((answer: Buffer) => void) | undefined =>
  calls.hasSubscribers
    ? (answer) =>
        void body().then((asked) =>
          calls.publish({ operation, body: asked, answer: JSON.parse(answer.toString() || '{}') as JsonBody }),
        )
    : undefined

/** Subscribes to all table calls of functions until the returned function is called. */
export function hearTableCalls(hear: (call: TableCall) => void): () => void {
  const listener = (message: unknown): void => hear(message as TableCall)
  calls.subscribe(listener)
  return () => {
    calls.unsubscribe(listener)
  }
}
