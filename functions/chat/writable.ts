import { isProblem, Problem } from '#shared/problems.ts'
import type { Conversation } from '../table/conversations.ts'
import type { Stored, Stamp } from '../table/writes.ts'
import { readState } from './access.ts'
import { updateSafety } from './membership.ts'

/**
 * A conversation that can be written in; otherwise throws why not. A stopped one is reevaluated: a child in it may have come of
 * age, and no event fires on that day.
 */
export async function requireWritable(stamp: Stamp, conversationSid: string): Promise<Stored<Conversation>> {
  const { conversation, stopped } = await readState(conversationSid)
  if (!stopped) return conversation
  if (stopped !== 'chat_stopped' || (await updateSafety(stamp, { conversationSid }))) throw new Problem(stopped)
  return (await readState(conversationSid)).conversation
}

/** Awaits a write that is conditional on the conversation's safety. If that condition fails, the conversation is reevaluated. */
export async function awaitSafeWrite<T>(stamp: Stamp, conversationSid: string, writePromise: Promise<T>): Promise<T> {
  try {
    return await writePromise
  } catch (error) {
    if (!isProblem(error, 'chat_stopped')) throw error
    throw new Problem((await updateSafety(stamp, { conversationSid })) ? 'chat_stopped' : 'conflict')
  }
}
