import type { support } from '#shared/api/support.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { chatReports } from '../table/chatReports.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { supportMessages, allSupportRows, type SupportThread, supportThreads } from '../table/support.ts'
import { chunks } from '../table/chunks.ts'
import { maxTransactWrites, page, retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { addAnswer, isVisitor, messagesOf, numberIn, getThread } from './threads.ts'

type Call<K extends keyof typeof support> = CallOf<typeof support, K>
const pageSize = 50
const maxCounted = 100

export async function listThreads({ query: { state = 'waiting', cursor } }: Call<'GET /rest-api/staff/support'>) {
  const list = `support ${state}`
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<SupportThread>({ ...supportThreads.of(state), limit: pageSize, after })
  const people = await profiles.getMany(rows.map(({ threadId: userId }) => ({ userId })))
  return { threads: rows.map((thread, i) => cardOf(thread, people[i])), cursor: await cursorAt(list, next) }
}

export async function countWaiting(_call: Call<'GET /rest-api/staff/support-waiting'>) {
  const { rows } = await page({ ...supportThreads.of('waiting'), limit: maxCounted })
  return { waiting: rows.length }
}

export async function readThread({
  params: { threadId },
  query: { before },
}: Call<'GET /rest-api/staff/support/{threadId}'>) {
  const [thread, person] = await Promise.all([getThread(threadId), profiles.get({ userId: threadId })])
  if (!thread) throw new Problem('not_found')
  const [messagePage, reported] = await Promise.all([
    messagesOf(threadId, thread, numberIn(before)),
    thread.reportedIn === undefined ? undefined : reportedTo(thread.reportedIn),
  ])
  return { ...messagePage, thread: cardOf(thread, person), ...(reported && { reported }) }
}

/** The reports that only their author in the club could have been told of, newest first; none that the club judges itself. */
async function reportedTo(organizationId: string) {
  const reports = (await chatReports.of({ organizationId })).filter(({ toUs }) => toUs)
  const names = await profiles.namesOf(reports.flatMap(({ author, reportedBy }) => [author, reportedBy]))
  const account = (userId: string) => ({ userId, name: names.get(userId) ?? '' })
  return reports
    .toSorted((a, b) => b.reportedAt.localeCompare(a.reportedAt))
    .map(({ text, files, sentAt, author, reportedBy, reportedAt, reason, note = '', settled = null }) => ({
      ...{ text, files, sentAt, reportedAt, reason, note, settled },
      author: account(author),
      reportedBy: account(reportedBy),
    }))
}

const cardOf = (thread: SupportThread, person: Profile | undefined) => ({
  threadId: thread.threadId,
  name: person ? fullName(person) : '',
  email: person?.email ?? thread.email ?? '',
  isVisitor: isVisitor(thread.threadId),
  state: thread.state,
  registrationId: thread.registrationId ?? null,
  lastAt: thread.lastAt,
  lastText: thread.lastText,
})

export const answerThread = ({
  params: { threadId },
  body: { lastSeq, ...message },
  stamp,
}: Call<'POST /rest-api/staff/support/{threadId}'>) => addAnswer(stamp, { threadId, ...message }, lastSeq)

/** Marks a thread as done. Throws `conflict` if it has a message that the caller has not seen. */
export async function closeThread({
  params: { threadId },
  body: { lastSeq },
  stamp,
}: Call<'POST /rest-api/staff/support/{threadId}/done'>) {
  const thread = await getThread(threadId)
  if (!thread) throw new Problem('not_found')
  if (thread.state === 'done') return {}
  // An unseen answer is still mailed.
  const set = {
    state: 'done' as const,
    since: stamp.at,
    ...(thread.state === 'waiting' && { mailAt: undefined }),
  }
  await update(stamp, supportThreads.change({ threadId }, { set, when: [['seq', '<=', lastSeq]] }))
  return {}
}

/**
 * Deletes a thread: its messages first, so that after an interruption the rest is found again, and once more messages that were added
 * meanwhile.
 */
export const eraseThread = ({
  params: { threadId },
  stamp,
}: CallOf<typeof support, 'DELETE /rest-api/staff/support/{threadId}'>) =>
  retryOnConflict(async () => {
    const thread = await getThread(threadId)
    const threadMessages = supportMessages.among(await allSupportRows({ threadId }))
    if (!thread && threadMessages.length === 0) throw new Problem('not_found')
    for (const part of chunks(threadMessages, maxTransactWrites))
      await write(stamp, ...part.map((message) => supportMessages.remove(message, 'conflict')))
    if (thread) await write(stamp, supportThreads.remove({ threadId }, 'conflict', ifUnchanged(thread)))
    return {}
  })
