import type { support } from '#shared/api/support.ts'
import type { CallOf } from '../serve.ts'
import { addQuestion, messagesOf, numberIn, markThreadRead, getThread, threadOfKey } from './threads.ts'

type Call<K extends keyof typeof support> = CallOf<typeof support, K>
/** Visitors have no name to log. */
const visitorAt = (at: string) => ({ actor: 'visitor', at })

export const readOwnThread = async ({ userId, query: { before } }: Call<'GET /rest-api/support'>) =>
  messagesOf(userId, await getThread(userId), numberIn(before))

export const askAsPerson = ({ userId, stamp, body }: Call<'POST /rest-api/support'>) =>
  addQuestion(stamp, { threadId: userId, ...body })

export async function markRead({ userId, stamp, body: { seq } }: Call<'POST /rest-api/support/read'>) {
  await markThreadRead(stamp, userId, seq)
  return {}
}

export const askAsVisitor = ({ body: { key, ...question }, now }: Call<'POST /rest-api/support/visitor'>) =>
  addQuestion(visitorAt(now), { threadId: threadOfKey(key), ...question })

export async function readVisitor({ body: { key, seq, before }, now }: Call<'POST /rest-api/support/visitor/read'>) {
  const threadId = threadOfKey(key)
  const thread = seq === undefined ? await getThread(threadId) : await markThreadRead(visitorAt(now), threadId, seq)
  return messagesOf(threadId, thread, before)
}
