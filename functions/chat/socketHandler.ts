import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2WithRequestContext } from 'aws-lambda'
import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { conversations } from '../table/conversations.ts'
import { meOf } from '../table/me.ts'
import type { Stamp } from '../table/writes.ts'
import { memberIn } from './access.ts'
import { forget, note, tell } from './lines.ts'
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

/** WebSocket events: connect, disconnect, and messages that the user is typing. */
export async function handler({ requestContext, body }: Event): Promise<APIGatewayProxyResultV2> {
  const { eventType, connectionId, requestTimeEpoch, authorizer } = requestContext
  const userId = authorizer?.principalId
  if (userId === undefined) return { statusCode: 401 }
  const stamp = { actor: 'chat-socket', at: new Date(requestTimeEpoch).toISOString() }
  if (eventType === 'CONNECT') await note(stamp, { userId, connectionId })
  else if (eventType === 'DISCONNECT') await forget(stamp, { userId, connectionId })
  else await hear(stamp, userId, body ?? '')
  return { statusCode: 200 }
}

/** Any other message only keeps the connection open. */
async function hear(stamp: Stamp, userId: string, body: string): Promise<void> {
  const conversationSid = typedIn(body)
  if (conversationSid === undefined) return
  const reading = conversations.withMembers({ conversationSid })
  reading.catch(() => {}) // awaited below, once membership is checked
  try {
    await memberIn(conversationSid, { userId, me: meOf({ userId }) })
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  const others = (await reading).members.filter((member) => isIn(member) && member.userId !== userId)
  await tell(
    stamp,
    others.map((member) => member.userId),
    { typing: conversationSid, userId },
  )
}

function typedIn(body: string): string | undefined {
  try {
    const { typing } = JSON.parse(body) as { typing?: unknown }
    return typeof typing === 'string' && isId('conversation', typing) ? typing : undefined
  } catch {
    return undefined
  }
}
