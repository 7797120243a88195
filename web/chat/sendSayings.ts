import { ApiProblem, callApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { withLock } from '../events/outbox/lock.ts'
import { signedInUser } from '../session/tokens.ts'
import { changeSayings, readSayings, type Saying } from './sayings.ts'

/** `waits`: there was no answer, or the server has trouble or too much to do; it is tried again. */
export type Sent = 'all' | 'waits'

const listeners = new Set<(saying: Saying) => void>()
/** Calls `hear` with each that is sent from now on, whoever in this page sends it. Returns the way to stop it. */
export function whenSent(hear: (saying: Saying) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/**
 * Sends what waits, one after another in the order of writing: a later one never overtakes an earlier one of its
 * conversation. Each has a name, by which the server knows it again when an answer was lost.
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

/** The first that waits, in a conversation in which none before it was refused. */
function nextOf(userId: string): Saying | undefined {
  if (signedInUser() !== userId) return undefined
  const all = readSayings(userId)
  const stuck = new Set(all.filter(({ refused }) => refused !== undefined).map((each) => each.conversationSid))
  return all.find(({ conversationSid }) => !stuck.has(conversationSid))
}
