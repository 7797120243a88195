import {
  ApiGatewayManagementApiClient,
  GoneException,
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
  const open = userIds.flatMap((userId, i) =>
    linesIn(found[i], stamp.at).map((connectionId) => ({ userId, connectionId })),
  )
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

async function isTold(stamp: Stamp, line: Line, Data: string): Promise<boolean> {
  try {
    await gateway.send(new PostToConnectionCommand({ ConnectionId: line.connectionId, Data }))
    return true
  } catch (error) {
    if (!(error instanceof GoneException)) throw error
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
