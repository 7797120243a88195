import { createHash, randomUUID } from 'node:crypto'
import type { moderation } from '#shared/api/moderation.ts'
import { Problem } from '#shared/problems.ts'
import { brokenAt, chained, headOf } from '#shared/rules/chatEvidence.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { isSigned, signatureOf } from '../secrets/signing.ts'
import { chatEvidence, type ChatLook, chatLooks, lookHours, messageTraces } from '../table/chatRecords.ts'
import { chatReports } from '../table/chatReports.ts'
import { conversations } from '../table/conversations.ts'
import { type Message, messages } from '../table/messages.ts'
import { outbox } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { chunks } from '../table/chunks.ts'
import { maxTransactWrites, write } from '../table/table.ts'
import { isIn } from './membership.ts'
import { pageOf } from './messages.ts'

type Call<K extends keyof typeof moderation> = CallOf<typeof moderation, K>

/** Throws if a message of the caller's own was reported in the conversation. */
export async function beginLook({
  userId,
  stamp,
  params: { orgId: organizationId },
  body: { conversationSid, reason },
}: Call<'POST /rest-api/chat/looks/{orgId}'>) {
  const [{ conversation, members }, reports, profile] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    chatReports.of({ organizationId }),
    profiles.get({ userId }),
  ])
  if (!conversation) throw new Problem('not_found')
  if (reports.some((row) => row.conversationSid === conversationSid && row.author === userId))
    throw new Problem('not_allowed')
  const endsAt = addHours(stamp.at, lookHours)
  const look = { conversationSid, userId, name: profile ? fullName(profile) : '', reason, begunAt: stamp.at, endsAt }
  const about = { organizationId, conversationSid }
  const readers = members.filter((member) => isIn(member) && member.userId !== userId)
  const mails = readers.map(({ userId: to }) => outbox.add(stamp, { letter: 'chatLooked', to: { userId: to }, about }))
  const [lastChunk = [], ...earlierChunks] = chunks(mails, maxTransactWrites - 1)
  // The mails may not fit into one transaction. The look itself is in the last one, so that nobody reads before all members are mailed.
  for (const chunk of earlierChunks) await write(stamp, ...chunk)
  await write(stamp, chatLooks.createOnce(look), ...lastChunk)
  return { endsAt }
}

/** The caller's current look at a conversation; refused if there is none. */
async function lookOf(conversationSid: string, userId: string, now: string): Promise<ChatLook> {
  const looks = await chatLooks.of({ conversationSid })
  const current = looks.findLast((each) => each.userId === userId && Date.parse(each.endsAt) > Date.parse(now))
  if (!current) throw new Problem('chat_no_look')
  return current
}

export async function readLook({
  userId,
  now,
  params: { conversationSid },
  query: { cursor },
}: Call<'GET /rest-api/chat/looks/{orgId}/{conversationSid}'>) {
  await lookOf(conversationSid, userId, now)
  const [{ members }, traces, page] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    messageTraces.of({ conversationSid }),
    pageOf({ userId, sinceSeq: 0, conversationSid, now }, cursor),
  ])
  const shownIds = new Set(page.messages.map(({ messageSid }) => messageSid))
  return {
    people: members.map((member) => ({ userId: member.userId, name: fullName(member) })),
    traces: traces.filter(({ messageSid }) => shownIds.has(messageSid)),
    ...page,
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
/** The signed text begins with its purpose, so that no other signature of the product is valid for it. */
const sealedText = (organizationId: string, hash: string) => `evidence of chat: ${organizationId}\n${hash}`

/** Exports a whole conversation, the oldest message first, as a hash chain whose last hash is signed. Who exports it is stored first. */
export async function takeEvidence({
  userId,
  stamp,
  now,
  params: { orgId: organizationId, conversationSid },
}: Call<'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence'>) {
  const look = await lookOf(conversationSid, userId, now)
  const [{ conversation, members }, traces, rows] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    messageTraces.of({ conversationSid }),
    allOf(conversationSid),
  ])
  if (!conversation) throw new Problem('not_found')
  const { type, friendlyName } = conversation
  const people = members.map((member) => ({ userId: member.userId, name: fullName(member), left: !isIn(member) }))
  const first = { conversationSid, type, friendlyName, people, takenBy: look.name, takenAt: now, reason: look.reason }
  const entries = rows.map(({ seq, messageSid, userId: author, text, sentAt, editedAt, deletedAt, hidden, files }) => ({
    seq,
    messageSid,
    author,
    text,
    sentAt,
    editedAt: editedAt ?? null,
    deletedAt: deletedAt ?? null,
    hidden: hidden === true,
    files: (files ?? []).map(({ name, size }) => ({ name, size })),
    before: traces
      .filter((trace) => trace.messageSid === messageSid)
      .map(({ text: formerText, files: formerFiles, became, changedAt }) => ({
        text: formerText,
        files: formerFiles,
        became,
        changedAt,
      })),
  }))
  const chain = chained([first, ...entries], hashOf)
  if (brokenAt(chain, hashOf) !== undefined) throw new Error('The chain of hashes is broken.')
  const hash = headOf(chain)
  const evidence = { organizationId, conversationSid, evidenceId: randomUUID(), takenBy: userId, takenAt: now, hash }
  await write(stamp, chatEvidence.create({ ...evidence, count: entries.length }))
  const seal = await signatureOf('links', sealedText(organizationId, hash))
  const how = 'Each hash is SHA-256, in hex, of the hash before, a line break, and the entry as JSON with sorted names.'
  return {
    name: `evidence-${now.slice(0, 10)}.json`,
    content: JSON.stringify({ how, chain, hash, seal }, undefined, 2),
  }
}

/** All messages of a conversation, oldest first. */
async function allOf(conversationSid: string): Promise<Message[]> {
  const allMessages: Message[] = []
  for (let to = 999_999_999_999; to > 0; ) {
    const rows = await messages.before({ conversationSid }, { from: 1, to, limit: 1000 })
    allMessages.push(...rows)
    to = (rows.at(-1)?.seq ?? 1) - 1
  }
  return allMessages.toReversed()
}

export async function checkEvidence({
  params: { orgId },
  body: { hash, seal },
}: Call<'POST /rest-api/chat/evidence/{orgId}/check'>) {
  return { isOurs: await isSigned('links', sealedText(orgId, hash), seal) }
}
