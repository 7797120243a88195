import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2WithRequestContext } from 'aws-lambda'
import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { conversations } from '../table/conversations.ts'
import { meOf } from '../table/me.ts'
import type { Stamp } from '../table/writes.ts'
import { requireMember } from './access.ts'
import { addConnection, isConnected, postToUsers, removeConnection } from './connections.ts'
import { groundsOf } from './grounds.ts'
import { isIn } from './membership.ts'

type Context = {
  eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT'
  connectionId: string
  requestTimeEpoch: number
  /** As the authorizer has returned it. */
  authorizer?: { principalId?: string; session?: string; signedIn?: number | string }
}
type Event = Omit<APIGatewayProxyWebsocketEventV2WithRequestContext<never>, 'requestContext'> & {
  requestContext: Context
}

/**
 * The routes of the WebSocket API: a connection is opened, is closed, or says that its user is typing in a conversation. It is refused if
 * its session is over.
 */
export async function handler({ requestContext, body }: Event): Promise<APIGatewayProxyResultV2> {
  const { eventType, connectionId, requestTimeEpoch, authorizer } = requestContext
  const userId = authorizer?.principalId
  if (userId === undefined) return { statusCode: 401 }
  const stamp = { actor: 'chat-socket', at: new Date(requestTimeEpoch).toISOString() }
  if (eventType === 'CONNECT') {
    const { session = '', signedIn } = authorizer ?? {}
    const isAdded = await addConnection(stamp, { userId, connectionId, session, signedIn: Number(signedIn) })
    if (!isAdded) return { statusCode: 401 }
  } else if (eventType === 'DISCONNECT') await removeConnection(stamp, { userId, connectionId })
  else await receive(stamp, { userId, connectionId }, body ?? '')
  return { statusCode: 200 }
}

/** Passes `typing` on to the other members of the conversation. Any other message only keeps the connection open. */
async function receive(
  stamp: Stamp,
  connection: { userId: string; connectionId: string },
  body: string,
): Promise<void> {
  const { userId } = connection
  const conversationSid = typingConversation(body)
  if (conversationSid === undefined) return
  const membersPromise = conversations.withMembers({ conversationSid })
  membersPromise.catch(() => {}) // awaited below, once membership is checked
  const me = meOf({ userId })
  // The connection outlives the session in which it was opened, and so a ban.
  if (!groundsOf(await me, conversationSid)) return
  try {
    const [, isOpen] = await Promise.all([
      requireMember(conversationSid, { userId, me }),
      isConnected(connection, stamp.at),
    ])
    // Its session has ended.
    if (!isOpen) return
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  const otherMembers = (await membersPromise).members.filter((member) => isIn(member) && member.userId !== userId)
  await postToUsers(
    stamp,
    otherMembers.map((member) => member.userId),
    { typing: conversationSid, userId },
  )
}

function typingConversation(body: string): string | undefined {
  try {
    const { typing } = JSON.parse(body) as { typing?: unknown }
    return typeof typing === 'string' && isId('conversation', typing) ? typing : undefined
  } catch {
    return undefined
  }
}
