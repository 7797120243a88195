import type { support } from '#shared/api/support.ts'
import type { CallOf } from '../serve.ts'
import { ask, messagesOf, numberIn, read, threadNow, threadOfKey } from './threads.ts'

type Call<K extends keyof typeof support> = CallOf<typeof support, K>
/** Visitors have no name to log. */
const visitorAt = (at: string) => ({ actor: 'visitor', at })

export const readMine = async ({ userId, query: { before } }: Call<'GET /rest-api/support'>) =>
  messagesOf(userId, await threadNow(userId), numberIn(before))

export const askAsPerson = ({ userId, stamp, body }: Call<'POST /rest-api/support'>) =>
  ask(stamp, { threadId: userId, ...body })

export async function markRead({ userId, stamp, body: { seq } }: Call<'POST /rest-api/support/read'>) {
  await read(stamp, userId, seq)
  return {}
}

export const askAsVisitor = ({ body: { key, ...asked }, now }: Call<'POST /rest-api/support/visitor'>) =>
  ask(visitorAt(now), { threadId: threadOfKey(key), ...asked })

export async function readVisitor({ body: { key, seq, before }, now }: Call<'POST /rest-api/support/visitor/read'>) {
  const threadId = threadOfKey(key)
  const thread = seq === undefined ? await threadNow(threadId) : await read(visitorAt(now), threadId, seq)
  return messagesOf(threadId, thread, before)
}
