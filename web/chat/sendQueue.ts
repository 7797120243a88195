import { ApiProblem, callApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { withLock } from '../events/outbox/lock.ts'
import { signedInUser } from '../session/tokens.ts'
import { changeQueue, readQueue, type QueuedMessage } from './messageQueue.ts'

/** `waits`: no response, or a temporary problem of the server; to be retried. */
export type SendResult = 'all' | 'waits'

const listeners = new Set<(message: QueuedMessage) => void>()
/** Subscribes `listener` to every message sent from this page. Returns an unsubscribe function. */
export function onMessageSent(listener: (message: QueuedMessage) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Sends queued messages one after another in the order of writing, so that none overtakes an earlier one of its conversation. The
 * client-generated id makes resending idempotent.
 */
export const sendQueue = (userId: string): Promise<SendResult> =>
  withLock(`touchline.chat.${userId}`, async () => {
    for (let next = nextMessage(userId); next; next = nextMessage(userId)) {
      const { messageSid, conversationSid, text, replyTo, files, poll, event, mentions } = next
      const body = {
        messageSid,
        text,
        ...(replyTo !== undefined && { replyTo }),
        ...(files && { files: files.map(({ fileId }) => fileId) }),
        ...(poll && { poll }),
        ...(event && { eventId: event.eventId }),
        ...(mentions && { mentions }),
      }
      try {
        await callApi(
          'POST /rest-api/chat/conversations/{conversationSid}/messages',
          { conversationSid, body },
          { handles: ['failures', 'not_allowed'] },
        )
        changeQueue(userId, (all) => all.filter((message) => message.messageSid !== messageSid))
        for (const listener of listeners) listener(next)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (isTransient(error) || error.code === 'conflict') return 'waits'
        const refusal = { refused: error.message, refusedCode: error.code }
        changeQueue(userId, (all) =>
          all.map((message) => (message.messageSid === messageSid ? { ...message, ...refusal } : message)),
        )
      }
    }
    return 'all'
  })

/** The first queued message of a conversation that has no refused message. */
function nextMessage(userId: string): QueuedMessage | undefined {
  if (signedInUser() !== userId) return undefined
  const all = readQueue(userId)
  const blockedConversations = new Set(
    all.filter(({ refused }) => refused !== undefined).map((each) => each.conversationSid),
  )
  return all.find(({ conversationSid }) => !blockedConversations.has(conversationSid))
}
