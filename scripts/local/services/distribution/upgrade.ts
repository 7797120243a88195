import { StartError } from '../../startError.ts'
import type { Assembly, Resource, Upgrade } from '../../types.ts'
import { forwardsName } from './policies.ts'
import { readDistribution } from './readDistribution.ts'

/**
 * Passes connections for a WebSocket API behind the distribution on to it, at a path of the main origin; all others go
 * to `fallback`, if given.
 */
export function upgrades(
  assembly: Assembly,
  distribution: Resource,
  connect: (api: Resource) => Upgrade,
  fallback: Upgrade | undefined,
): Upgrade {
  const behaviors = readDistribution(assembly, distribution).behaviors.filter(({ origin }) => origin.kind === 'socket')
  for (const { pattern, forwarding, viewerRequest } of behaviors) {
    if (!forwardsName(forwarding.headers, 'sec-websocket-key') || viewerRequest)
      throw new StartError(`The behavior ${pattern} cannot make connections: it must hand on every header as it came.`)
  }
  return (request, socket, head, path) => {
    const behavior = behaviors.find(({ matches }) => matches(path))
    if (behavior) connect(behavior.origin.resource)(request, socket, head, `${behavior.origin.path}${path}`)
    else if (fallback) fallback(request, socket, head, path)
    else socket.destroy()
  }
}
