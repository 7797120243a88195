import {
  ApiGatewayManagementApiClient,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { ChatNews } from '#shared/rules/chatLive.ts'
import { concurrently } from '../runtime/concurrently.ts'
import { connectionAttribute, connections, connectionsIn } from '../table/connections.ts'
import { retryOnConflict, update } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/** LINES_URL is the callback URL of the WebSocket API. */
const { LINES_URL: endpoint } = process.env
const gateway = new ApiGatewayManagementApiClient({ ...(endpoint && { endpoint }), maxAttempts: 2 })

/** How many posts are under way at the same time. */
const concurrency = 25

type Connection = { userId: string; connectionId: string }

/**
 * Posts a message to all open connections of these users, and removes those that API Gateway does not know any more. Gives the number
 * of connections that got it. A user without one sees the news at the next request.
 */
export async function postToUsers(stamp: Stamp, userIds: readonly string[], news: ChatNews): Promise<number> {
  const connectionRows = await connections.getMany(userIds.map((userId) => ({ userId })))
  const openConnections = userIds.flatMap((userId, i) =>
    connectionsIn(connectionRows[i], stamp.at).map((connection) => ({ userId, ...connection })),
  )
  const Data = JSON.stringify(news)
  let posted = 0
  await concurrently(openConnections, concurrency, async (connection) => {
    if (await post(stamp, connection, Data)) posted += 1
  })
  return posted
}

/**
 * How long a connection may take to open, in seconds. Until the function behind `$connect` has responded, API Gateway says that the
 * connection is gone; its device reads everything anew once it is open.
 */
const maxToOpen = 30

async function post(stamp: Stamp, connection: Connection & { openedAt: string }, Data: string): Promise<boolean> {
  try {
    await gateway.send(new PostToConnectionCommand({ ConnectionId: connection.connectionId, Data }))
    return true
  } catch (error) {
    // The buffer of a device on a poor network is full: it has not received earlier messages yet, and reads all of them later.
    if (error instanceof LimitExceededException) return false
    if (!(error instanceof GoneException)) throw error
    if (Date.parse(connection.openedAt) + maxToOpen * 1000 > Date.parse(stamp.at)) return false
    await removeConnection(stamp, connection)
    return false
  }
}

export const addConnection = (stamp: Stamp, { userId, connectionId }: Connection) =>
  update(
    stamp,
    connections.upsert({ userId }, { set: { openedAt: stamp.at, [connectionAttribute(connectionId)]: stamp.at } }),
  )

/** Idempotent. */
export const removeConnection = (stamp: Stamp, { userId, connectionId }: Connection) =>
  retryOnConflict(() =>
    update(stamp, connections.upsert({ userId }, { set: { [connectionAttribute(connectionId)]: undefined } })),
  )
