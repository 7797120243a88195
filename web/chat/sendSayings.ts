import { ApiProblem, callApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { withLock } from '../events/outbox/lock.ts'
import { signedInUser } from '../session/tokens.ts'
import { changeSayings, readSayings, type Saying } from './sayings.ts'

/** `waits`: no response, or a temporary problem of the server; to be retried. */
export type Sent = 'all' | 'waits'

const listeners = new Set<(saying: Saying) => void>()
/** Subscribes `hear` to every message sent from this page. Returns an unsubscribe function. */
export function whenSent(hear: (saying: Saying) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/**
 * Sends queued messages one after another in the order of writing, so that none overtakes an earlier one of its conversation. The
 * client-generated id makes resending idempotent.
 */
export const sendSayings = (userId: string): Promise<Sent> =>
  withLock(`touchline.chat.${userId}`, async () => {
    for (let next = nextOf(userId); next; next = nextOf(userId)) {
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
        changeSayings(userId, (all) => all.filter((saying) => saying.messageSid !== messageSid))
        for (const hear of listeners) hear(next)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (isTransient(error) || error.code === 'conflict') return 'waits'
        const refusal = { refused: error.message, refusedCode: error.code }
        changeSayings(userId, (all) =>
          all.map((saying) => (saying.messageSid === messageSid ? { ...saying, ...refusal } : saying)),
        )
      }
    }
    return 'all'
  })

/** The first queued message of a conversation that has no refused message. */
function nextOf(userId: string): Saying | undefined {
  if (signedInUser() !== userId) return undefined
  const all = readSayings(userId)
  const stuck = new Set(all.filter(({ refused }) => refused !== undefined).map((each) => each.conversationSid))
  return all.find(({ conversationSid }) => !stuck.has(conversationSid))
}
