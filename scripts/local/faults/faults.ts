import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { jsonResponse, send } from '../http.ts'
import type { Faults, Mount } from '../types.ts'
import { type Fault, type FaultSource, faultSource } from './faultSource.ts'

export type FaultBox = {
  set: (faults: Faults | undefined) => void
  /** How often each kind has occurred since the faults were set. */
  counts: () => Record<string, number>
  /** How many calls of the affected services there were. */
  askedCount: () => number
  /** Does a service's work for a function, or applies a fault to it. `refuse` sends the service's own error. */
  strike: (asked: FaultTarget, response: ServerResponse, work: () => Promise<void>) => Promise<void>
  /** The same for provider stand-ins: requests without a key come from browsers and get no faults. */
  onMount: (name: string, mount: Mount) => Mount
}
type CodeFault = Extract<Fault, { code: string }>
type FaultTarget = {
  service: string
  operation?: string
  body?: () => Promise<Record<string, unknown>>
  refuse: (fault: CodeFault) => void
}

/** Creates the holder of the faults that tests set; none at first. */
export function newFaults(): FaultBox {
  let source: FaultSource | undefined

  async function strike(
    { service, operation = '', body, refuse }: FaultTarget,
    response: ServerResponse,
    work: () => Promise<void>,
  ) {
    if (!source?.affects(service)) return work()
    const fault = source.draw({ service, operation, body: (await body?.()) ?? {} })
    if (!fault) return work()
    switch (fault.kind) {
      case 'reset':
        return void response.destroy()
      case 'slow':
        await setTimeout(fault.ms)
        return work()
      case 'lostReply':
        loseReply(response)
        return work()
      default:
        return refuse(fault)
    }
  }
  return {
    set: (wanted) => void (source = wanted && faultSource(wanted)),
    counts: () => ({ ...source?.counts }),
    askedCount: () => source?.requestCount() ?? 0,
    strike,
    onMount(name, { handle, ...mount }) {
      if (!handle) return mount
      return {
        ...mount,
        handle(request, response, path) {
          const handleRequest = () => handle(request, response, path)
          if (request.headers.authorization === undefined) return handleRequest()
          const refuse = ({ code, message, status = 500 }: CodeFault) =>
            send(response, jsonResponse(status, { error: { type: code, message } }))
          return strike({ service: name, refuse }, response, handleRequest)
        },
      }
    },
  }
}

/** Breaks the connection instead of sending the response: the work is done, but the caller never knows. */
function loseReply(response: ServerResponse): void {
  response.writeHead = () => response
  response.write = () => true
  response.end = () => response.destroy()
}
