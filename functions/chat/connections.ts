import {
  ApiGatewayManagementApiClient,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { ChatNews } from '#shared/rules/chatLive.ts'
import { concurrently } from '../runtime/concurrently.ts'
import { connectionAttribute, connections, connectionsIn, type SignIn } from '../table/connections.ts'
import { endedSessions, isOver, sessions } from '../table/sessions.ts'
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

/** Stores a connection. Returns false if its session is over, of which the worker may have heard before it was stored. */
export async function addConnection(
  stamp: Stamp,
  { userId, connectionId, session, signedIn }: Connection & SignIn,
): Promise<boolean> {
  const { at: openedAt } = stamp
  const connection = { [connectionAttribute(connectionId)]: { openedAt, session, signedIn } }
  await update(stamp, connections.upsert({ userId }, { set: { openedAt, ...connection } }))
  return !(await forgetEnded(stamp, userId)).includes(connectionId)
}

export const isConnected = async ({ userId, connectionId }: Connection, now: string): Promise<boolean> =>
  connectionsIn(await connections.get({ userId }), now).some((each) => each.connectionId === connectionId)

/**
 * Removes the connections of a user whose sessions are over: nothing is posted to them any more, and nothing taken from them. Returns their
 * ids.
 */
export async function forgetEnded(stamp: Stamp, userId: string): Promise<string[]> {
  const consistent = { consistent: true }
  const open = connectionsIn(await connections.get({ userId }, consistent), stamp.at)
  const sessionIds = [...new Set(open.map(({ session }) => session))]
  const [current, endedRows] = await Promise.all([
    sessions.get({ userId }, consistent),
    endedSessions.getMany(
      sessionIds.map((sessionId) => ({ userId, sessionId })),
      consistent,
    ),
  ])
  const state = { ...current, ended: endedRows.flatMap((row) => (row ? [row.sessionId] : [])) }
  const ended = open.filter(({ signedIn, session }) => isOver(state, signedIn, session))
  for (const { connectionId } of ended) await removeConnection(stamp, { userId, connectionId })
  return ended.map(({ connectionId }) => connectionId)
}

/** Idempotent. */
export const removeConnection = (stamp: Stamp, { userId, connectionId }: Connection) =>
  retryOnConflict(() =>
    update(stamp, connections.upsert({ userId }, { set: { [connectionAttribute(connectionId)]: undefined } })),
  )
