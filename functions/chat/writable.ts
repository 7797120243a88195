import { Problem } from '#shared/problems.ts'
import type { Conversation } from '../table/conversations.ts'
import type { Stored, Stamp } from '../table/writes.ts'
import { readState } from './access.ts'
import { settle } from './membership.ts'

/**
 * A conversation as it is now, in which can be written; refused with why not. One that was stopped is looked at anew: a child in it
 * may have come of age, and nothing in the table tells of that day.
 */
export async function readIn(stamp: Stamp, conversationSid: string): Promise<Stored<Conversation>> {
  const { conversation, stopped } = await readState(conversationSid)
  if (!stopped) return conversation
  if (stopped !== 'chat_stopped' || (await settle(stamp, { conversationSid }))) throw new Problem(stopped)
  return (await readState(conversationSid)).conversation
}

/** What is written while what keeps a conversation safe for children holds. Where that holds no more, it is looked at anew. */
export async function whileSafe<T>(stamp: Stamp, conversationSid: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'chat_stopped') throw error
    throw new Problem((await settle(stamp, { conversationSid })) ? 'chat_stopped' : 'conflict')
  }
}
