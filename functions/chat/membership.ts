import { isProblem, Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import {
  type Conversation,
  type ConversationId,
  conversationMembers,
  conversations,
  leftConversations,
  type Member,
  myConversations,
  unreadIn,
} from '../table/conversations.ts'
import { chunks } from '../table/chunks.ts'
import { counts } from '../table/me.ts'
import { noPicture, profiles } from '../table/profiles.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { agesOf, factChecks, verdictOn } from './safety.ts'

/** How often a change of members is tried: whole teams may be added at the same time. */
const maxAttempts = 12

export const isIn = ({ leftSeq }: { leftSeq?: number }): boolean => leftSeq === undefined

export type NewConversation = ConversationId & Pick<Conversation, 'type' | 'friendlyName' | 'archivedAt'>
export type NewMember = { userId: string; staff: boolean }

/**
 * Adds members to a conversation, which is created if it does not exist, in one transaction with the conditions that make it safe for
 * children. Throws `chat_needs_adult` if nothing does, unless `allowUnsafe`: then it is stopped. Present members are not changed. `teamCheck`: a
 * condition check of the team's name and state, which the conversation copies.
 */
export const addMembers = (
  stamp: Stamp,
  target: NewConversation,
  newMembers: readonly NewMember[],
  { allowUnsafe = false, teamCheck }: { allowUnsafe?: boolean; teamCheck?: Write } = {},
): Promise<void> =>
  retryUntilSafe(async () => {
    const { conversationSid } = target
    const { conversation, members } = await conversations.withMembers({ conversationSid })
    const membersById = new Map(members.map((member) => [member.userId, member]))
    const toAdd = newMembers.filter(({ userId }) => {
      const member = membersById.get(userId)
      return !member || !isIn(member)
    })
    if (conversation && toAdd.length === 0) return
    const people = [...members.filter(isIn).map(({ userId }) => userId), ...toAdd.map(({ userId }) => userId)]
    const ages = await agesOf(people, stamp.at)
    const verdict = await verdictOn(conversationSid, people, ages)
    if (verdict.stopped && !allowUnsafe) throw new Problem('chat_needs_adult')
    const names = await namesOf(target.type === 'direct' ? people : toAdd.map(({ userId }) => userId))
    const seq = conversation?.seq ?? 0
    const { type, friendlyName } = conversation && !teamCheck ? conversation : target
    const isNamed = conversation?.friendlyName === friendlyName
    const writes = toAdd.flatMap((each) => {
      const { userId } = each
      const other = type === 'direct' ? people.find((one) => one !== userId) : undefined
      return joinWrites(stamp, each, {
        conversation: { conversationSid, type, friendlyName, seq },
        before: membersById.get(userId),
        minor: ages.get(userId)?.minor,
        name: names.get(userId) ?? nobody,
        other: other === undefined ? undefined : { userId: other, name: fullName(names.get(other) ?? nobody) },
      })
    })
    const conversationChange = conversationWrite(conversation, { ...target, friendlyName }, verdict)
    await write(
      stamp,
      conversationChange,
      ...writes,
      ...factsOf(verdict),
      ...(teamCheck && !isNamed ? [teamCheck] : []),
    )
  })

type Name = { firstName: string; lastName: string }
/** `before`: the membership, if the user was a member before; `other`: the other member of a direct conversation. */
type Join = {
  conversation: NewConversation & { seq: number }
  before: Member | undefined
  minor: string | undefined
  name: Name
  other: { userId: string; name: string } | undefined
}
/** The writes that add a user: the member, the conversation in the user's list, and the count of unread messages. */
function joinWrites(stamp: Stamp, { userId, staff }: NewMember, join: Join): Write[] {
  const { conversation, before, minor, name, other } = join
  const { conversationSid, type, friendlyName, seq } = conversation
  // In a conversation of two, somebody who is added again also sees what was written meanwhile.
  const formerMember = type === 'direct' ? before : undefined
  const { sinceSeq, readSeq } = formerMember ?? { sinceSeq: seq, readSeq: seq }
  const row = { ...name, sinceSeq, readSeq }
  return [
    before
      ? conversationMembers.change(
          { conversationSid, userId },
          { set: { ...row, leftSeq: undefined, staff: staff || undefined, minor } },
        )
      : conversationMembers.create({
          conversationSid,
          ...row,
          userId,
          ...(staff && { staff }),
          ...(minor !== undefined && { minor }),
        }),
    myConversations.create({
      userId,
      conversationSid,
      type,
      title: other?.name ?? friendlyName,
      ...(other && { other: other.userId }),
      lastSeq: seq,
      readSeq,
      ...(type !== 'team' && !formerMember && { cameAt: stamp.at }),
      ...(type === 'group' && userId !== stamp.actor && { isNew: true as const }),
    }),
    ...(seq > readSeq ? [counts.upsert({ userId }, { add: { unreadChat: seq - readSeq } })] : []),
  ]
}

type Verdict = Awaited<ReturnType<typeof verdictOn>>
const factsOf = (verdict: Verdict): Write[] => (verdict.stopped ? [] : factChecks(verdict.restsOn))
const safetyOf = (verdict: Verdict) =>
  verdict.stopped ? { restsOn: [], stopped: true } : { restsOn: verdict.restsOn, stopped: undefined }

/** The write of a conversation with its present grounds, if it is unchanged. */
function conversationWrite(
  conversation: Stored<Conversation> | undefined,
  target: NewConversation,
  verdict: Verdict,
): Write {
  if (!conversation) {
    const { conversationSid, type, friendlyName, archivedAt } = target
    const archivedFields = archivedAt !== undefined && { archivedAt }
    return conversations.create({
      conversationSid,
      type,
      friendlyName,
      ...archivedFields,
      seq: 0,
      ...safetyOf(verdict),
    })
  }
  const { conversationSid, version } = conversation
  const set = { ...safetyOf(verdict), friendlyName: target.friendlyName }
  return conversations.change({ conversationSid }, { set, when: ifUnchanged({ version }) })
}

async function namesOf(userIds: readonly string[]) {
  const profileRows = await profiles.getMany(userIds.map((userId) => ({ userId })))
  return new Map(
    userIds.map((userId, i) => {
      const { firstName, lastName } = profileRows[i] ?? nobody
      return [userId, { firstName, lastName }]
    }),
  )
}
const nobody = { firstName: '', lastName: '' }

/** Removes a member; the conversation is stopped if it is not safe without them. Idempotent. */
export const removeMember = (stamp: Stamp, { conversationSid, userId }: { conversationSid: string; userId: string }) =>
  retryUntilSafe(async () => {
    const [{ conversation, members }, listEntry] = await Promise.all([
      conversations.withMembers({ conversationSid }),
      myConversations.get({ conversationSid, userId }, { consistent: true }),
    ])
    const member = members.find((each) => each.userId === userId)
    if (!conversation || !member || !listEntry || !isIn(member)) return
    const remainingIds = members.filter((each) => isIn(each) && each.userId !== userId).map((each) => each.userId)
    const verdict = await verdictOn(conversationSid, remainingIds, await agesOf(remainingIds, stamp.at))
    const lists =
      conversation.type === 'direct' ? remainingIds.map((other) => ({ conversationSid, userId: other })) : []
    // An erased account is still a member, and has no list any more.
    const hasList = (await myConversations.getMany(lists, { consistent: true })).map((row) => row !== undefined)
    const unread = unreadIn(listEntry)
    await write(
      stamp,
      conversationWrite(conversation, conversation, verdict),
      conversationMembers.change(
        { conversationSid, userId },
        { set: { leftSeq: conversation.seq, readSeq: listEntry.readSeq, ...noPicture } },
      ),
      // Otherwise their picture would stay on the other's list after they delete it.
      ...lists.filter((_, i) => hasList[i]).map((list) => myConversations.change(list, { set: noPicture })),
      leftConversations.upsert({ userId, conversationSid }, { set: { conversationSid, leftSeq: conversation.seq } }),
      myConversations.remove({ conversationSid, userId }, 'conflict', ifUnchanged(listEntry)),
      ...(unread > 0 ? [counts.change({ userId }, { add: { unreadChat: -unread } })] : []),
      ...factsOf(verdict),
    )
  })

/** Computes again whether a conversation is safe, and stops or reopens it. Gives whether it is stopped. */
export const updateSafety = (stamp: Stamp, { conversationSid }: ConversationId): Promise<boolean> =>
  retryUntilSafe(async () => {
    const { conversation, members } = await conversations.withMembers({ conversationSid })
    if (!conversation) return false
    const people = members.filter(isIn)
    const ages = await agesOf(
      people.map(({ userId }) => userId),
      stamp.at,
    )
    const verdict = await verdictOn(
      conversationSid,
      people.map(({ userId }) => userId),
      ages,
    )
    const outdatedMembers = people.filter((member) => hasOutdatedAge(member, ages))
    // By themselves, since there may be more than a transaction has room for; a concurrent run that read later is a conflict.
    for (const part of chunks(outdatedMembers, maxTransactWrites - 1))
      await write(
        stamp,
        conversations.check({ conversationSid }, ifUnchanged(conversation)),
        ...part.map(({ userId }) => ageChange(conversationSid, userId, ages)),
      )
    await write(stamp, conversationWrite(conversation, conversation, verdict), ...factsOf(verdict))
    return verdict.stopped
  })

type Ages = Awaited<ReturnType<typeof agesOf>>
const hasOutdatedAge = ({ userId, minor }: Member, ages: Ages) => ages.get(userId)?.minor !== minor
const ageChange = (conversationSid: string, userId: string, ages: Ages) =>
  conversationMembers.change({ conversationSid, userId }, { set: { minor: ages.get(userId)?.minor } })

/** A failed condition of safety is treated as a conflict: all is read again. */
const retryUntilSafe = <T>(work: () => Promise<T>): Promise<T> =>
  retryOnConflict(
    () =>
      work().catch((error: unknown) => {
        throw isProblem(error, 'chat_stopped') ? new Problem('conflict') : error
      }),
    maxAttempts,
  )
