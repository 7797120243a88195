import {
  ApiGatewayManagementApiClient,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { ChatNews } from '#shared/rules/chatLive.ts'
import { lineOf, linesIn, openLines } from '../table/lines.ts'
import { retryOnConflict, update } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/** LINES_URL is the WebSocket API's management endpoint. */
const { LINES_URL: endpoint } = process.env
const gateway = new ApiGatewayManagementApiClient({ ...(endpoint && { endpoint }), maxAttempts: 2 })

/** Connections that are written to at once. */
const atOnce = 25

/**
 * Sends news to all open connections of these users in parallel; closed ones are forgotten. Users without a connection read it
 * when they next look. Returns how many connections were reached.
 */
export async function tell(stamp: Stamp, userIds: readonly string[], news: ChatNews): Promise<number> {
  const found = await openLines.getMany(userIds.map((userId) => ({ userId })))
  const open = userIds.flatMap((userId, i) => linesIn(found[i], stamp.at).map((line) => ({ userId, ...line })))
  const Data = JSON.stringify(news)
  let told = 0
  const rest = [...open]
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) if (await isTold(stamp, next, Data)) told += 1
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, open.length) }, work))
  return told
}

type Line = { userId: string; connectionId: string }

/**
 * While a line is being opened the gateway says that it is gone, until the function that notes it has answered: that takes no longer than
 * this, in seconds. Its device reads anew once it is open, and misses nothing.
 */
const mostToOpen = 30

async function isTold(stamp: Stamp, line: Line & { openedAt: string }, Data: string): Promise<boolean> {
  try {
    await gateway.send(new PostToConnectionCommand({ ConnectionId: line.connectionId, Data }))
    return true
  } catch (error) {
    // A device behind a poor signal, which has not taken what it was told before: it looks at all of it once it has.
    if (error instanceof LimitExceededException) return false
    if (!(error instanceof GoneException)) throw error
    if (Date.parse(line.openedAt) + mostToOpen * 1000 > Date.parse(stamp.at)) return false
    await forget(stamp, line)
    return false
  }
}

/** Notes an open connection. */
export const note = (stamp: Stamp, { userId, connectionId }: Line) =>
  update(stamp, openLines.upsert({ userId }, { set: { openedAt: stamp.at, [lineOf(connectionId)]: stamp.at } }))

/** Notes that a connection has closed. Idempotent. */
export const forget = (stamp: Stamp, { userId, connectionId }: Line) =>
  retryOnConflict(() => update(stamp, openLines.upsert({ userId }, { set: { [lineOf(connectionId)]: undefined } })))
