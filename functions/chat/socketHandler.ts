import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2WithRequestContext } from 'aws-lambda'
import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { conversations } from '../table/conversations.ts'
import { meOf } from '../table/me.ts'
import type { Stamp } from '../table/writes.ts'
import { requireMember } from './access.ts'
import { addConnection, postToUsers, removeConnection } from './connections.ts'
import { groundsOf } from './grounds.ts'
import { isIn } from './membership.ts'

type Context = {
  eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT'
  connectionId: string
  requestTimeEpoch: number
  authorizer?: { principalId?: string }
}
type Event = Omit<APIGatewayProxyWebsocketEventV2WithRequestContext<never>, 'requestContext'> & {
  requestContext: Context
}

/** The routes of the WebSocket API: a connection is opened, is closed, or says that its user is typing in a conversation. */
export async function handler({ requestContext, body }: Event): Promise<APIGatewayProxyResultV2> {
  const { eventType, connectionId, requestTimeEpoch, authorizer } = requestContext
  const userId = authorizer?.principalId
  if (userId === undefined) return { statusCode: 401 }
  const stamp = { actor: 'chat-socket', at: new Date(requestTimeEpoch).toISOString() }
  if (eventType === 'CONNECT') await addConnection(stamp, { userId, connectionId })
  else if (eventType === 'DISCONNECT') await removeConnection(stamp, { userId, connectionId })
  else await receive(stamp, userId, body ?? '')
  return { statusCode: 200 }
}

/** Passes `typing` on to the other members of the conversation. Any other message only keeps the connection open. */
async function receive(stamp: Stamp, userId: string, body: string): Promise<void> {
  const conversationSid = typingConversation(body)
  if (conversationSid === undefined) return
  const membersPromise = conversations.withMembers({ conversationSid })
  membersPromise.catch(() => {}) // awaited below, once membership is checked
  const me = meOf({ userId })
  // The connection outlives the session in which it was opened, and so a ban.
  if (!groundsOf(await me, conversationSid)) return
  try {
    await requireMember(conversationSid, { userId, me })
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
