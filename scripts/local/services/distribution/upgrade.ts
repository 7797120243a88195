import { StartError } from '../../startError.ts'
import type { Assembly, Resource, Upgrade } from '../../types.ts'
import { takes } from './policies.ts'
import { readDistribution } from './readDistribution.ts'

/**
 * Passes connections for a WebSocket API behind the distribution on to it, at a path of the main origin; all others go
 * to `otherwise`, if given.
 */
export function upgrades(
  assembly: Assembly,
  distribution: Resource,
  connect: (api: Resource) => Upgrade,
  otherwise: Upgrade | undefined,
): Upgrade {
  const behaviors = readDistribution(assembly, distribution).behaviors.filter(({ origin }) => origin.kind === 'socket')
  for (const { pattern, forwarding, viewerRequest } of behaviors) {
    if (!takes(forwarding.headers, 'sec-websocket-key') || viewerRequest)
      throw new StartError(`The behavior ${pattern} cannot make connections: it must hand on every header as it came.`)
  }
  return (request, socket, head, path) => {
    const found = behaviors.find(({ matches }) => matches(path))
    if (found) connect(found.origin.resource)(request, socket, head, `${found.origin.path}${path}`)
    else if (otherwise) otherwise(request, socket, head, path)
    else socket.destroy()
  }
}
