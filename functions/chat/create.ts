import type { chat } from '#shared/api/chat.ts'
import { organizationOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { faultAt, isProblem, Problem } from '#shared/problems.ts'
import { groupLimit } from '#shared/rules/chat.ts'
import type { CallOf } from '../serve.ts'
import { conversations } from '../table/conversations.ts'
import { teams } from '../table/teams.ts'
import type { Stamp } from '../table/writes.ts'
import { isChatOnAt, isPrivate, requireMember, requireChatAllowed, chatSwitches } from './access.ts'
import { directConversation, groupConversation, teamConversation } from '../table/conversationIds.ts'
import { addMembers, isIn } from './membership.ts'
import { familyFor, participantsIn, staffAmong } from './participants.ts'
import { agesOf, guardiansOf, verdictOn } from './safety.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

export async function createConversation({
  userId,
  me,
  stamp,
  body: { organizationId, userIds, teamId, playerId, friendlyName, groupId },
}: Call<'POST /rest-api/chat/create/dm'>) {
  const orgUnitId = teamId ?? organizationId
  const { access } = await me
  requireChatAllowed(access, orgUnitId)
  const { isOn, directOff } = await chatSwitches(orgUnitId)
  if (!isOn) throw new Problem('chat_off')
  const family = playerId === undefined ? [] : await familyFor(access, playerId, stamp.at)
  const invitedIds = new Set([...userIds, ...family.map((person) => person.userId)])
  invitedIds.delete(userId)
  await requireAvailable(
    access,
    { organizationId, invitedIds, family: family.map((person) => person.userId) },
    stamp.at,
  )
  const people = await withGuardians(orgUnitId, [userId, ...invitedIds], stamp.at)
  refuseTooMany(people)
  const staff = await staffAmong(people, { organizationId, teamId })
  const [firstId = '', secondId = ''] = people
  const isDirect = people.length === 2 && friendlyName === undefined
  const groupSid = groupConversation(orgUnitId, userId, groupId ?? crypto.randomUUID())
  // A repeated request does not add members again who have left since.
  const existingGroup =
    groupId === undefined ? undefined : await conversations.withMembers({ conversationSid: groupSid })
  if (existingGroup?.conversation) {
    const isSame = !isDirect && isSameGroup(existingGroup, { people, friendlyName })
    return { conversationSid: groupSid, ...(!isSame && { before: true as const }) }
  }
  // A conversation of two has no name.
  if (directOff && (await isPrivate(people, organizationId))) throw new Problem('chat_direct_off')
  const conversationSid = isDirect ? directConversation(orgUnitId, firstId, secondId) : groupSid
  const type = isDirect ? 'direct' : 'group'
  const joining = people.map((each) => ({ userId: each, staff: staff.has(each) }))
  // In a conversation of two, somebody who was removed is added again.
  await addMembers(stamp, { conversationSid, type, friendlyName: friendlyName ?? '' }, joining)
  return { conversationSid }
}

type ConversationWithMembers = Awaited<ReturnType<typeof conversations.withMembers>>
/** Whether a group is the one of a repeated request: the same original members and the same name. */
function isSameGroup(
  { conversation, members }: ConversationWithMembers,
  request: { people: readonly string[]; friendlyName?: string | undefined },
) {
  const { people, friendlyName = '' } = request
  const originalIds = members.filter(({ sinceSeq }) => sinceSeq === 0).map(({ userId }) => userId)
  const hasSameMembers = originalIds.length === people.length && people.every((userId) => originalIds.includes(userId))
  return hasSameMembers && conversation?.friendlyName === friendlyName
}

type AvailabilityQuery = {
  organizationId: string
  invitedIds: ReadonlySet<string>
  family: readonly string[]
}

/** Throws unless the caller may chat with all of these users there. */
async function requireAvailable(
  access: Access,
  { organizationId, invitedIds, family }: AvailabilityQuery,
  now: string,
) {
  if (invitedIds.size === 0 || invitedIds.size >= groupLimit) throw new Problem('bad_request')
  const available = new Set(family)
  if (invitedIds.size > family.length)
    for (const { userId } of await participantsIn(access, organizationId, now)) available.add(userId)
  if ([...invitedIds].some((userId) => !available.has(userId))) throw new Problem('not_allowed')
}

/** Adds the guardians of a child who would be alone with an adult. */
async function withGuardians(id: string, userIds: readonly string[], now: string): Promise<string[]> {
  const ages = await agesOf(userIds, now)
  const { stopped } = await verdictOn(id, userIds, ages)
  if (!stopped) return [...userIds]
  const children = userIds.flatMap((userId) => ages.get(userId)?.minor ?? [])
  const guardians = (await Promise.all(children.map(guardiansOf))).flat()
  return [...new Set([...userIds, ...guardians])]
}

/** A group is created in one transaction, including guardians who were added. */
function refuseTooMany(people: readonly string[]): void {
  if (people.length > groupLimit)
    throw new Problem('bad_request', [faultAt('userIds', 'too_many', { limit: groupLimit })])
}

/** Adds the caller to the conversation of a team that they may be in. */
export async function openTeam({ userId, me, stamp, params: { teamId } }: Call<'POST /rest-api/chat/teams/{teamId}'>) {
  const conversationSid = teamConversation(teamId)
  const { access } = await me
  requireChatAllowed(access, conversationSid)
  if (!(await isChatOnAt(teamId))) throw new Problem('chat_off')
  await joinTeam(stamp, { userId, teamId })
  return { conversationSid }
}

/** Adds a user to the conversation of a team, which is stopped while it is not safe for children. */
export async function joinTeam(stamp: Stamp, { userId, teamId }: { userId: string; teamId: string }): Promise<void> {
  const team = await teams.get({ teamId }, { consistent: true })
  if (!team) throw new Problem('not_found')
  const staff = await staffAmong([userId], { organizationId: organizationOf(teamId), teamId })
  const { name: friendlyName, archivedAt } = team
  const isArchived = archivedAt !== undefined
  const conversation = {
    conversationSid: teamConversation(teamId),
    type: 'team' as const,
    friendlyName,
    ...(isArchived && { archivedAt }),
  }
  const archivedCondition = isArchived
    ? (['archivedAt', '=', archivedAt] as const)
    : (['archivedAt', 'not exists'] as const)
  const teamCheck = teams.check({ teamId }, [['name', '=', friendlyName], archivedCondition], 'not_found')
  await addMembers(stamp, conversation, [{ userId, staff: staff.has(userId) }], { allowUnsafe: true, teamCheck }).catch(
    (error: unknown) => {
      if (!isProblem(error, 'not_found')) throw error
      // The team was renamed, archived or unarchived since it was read.
      return joinTeam(stamp, { userId, teamId })
    },
  )
}

export async function addPeople({
  userId,
  me,
  stamp,
  params: { conversationSid },
  body: { userIds },
}: Call<'POST /rest-api/chat/conversations/{conversationSid}/people'>) {
  const { access } = await me
  const organizationId = organizationOf(conversationSid)
  const available = new Set((await participantsIn(access, organizationId, stamp.at)).map((person) => person.userId))
  if (userIds.some((each) => !available.has(each))) throw new Problem('not_allowed')
  await requireMember(conversationSid, { userId, me })
  if (!(await isChatOnAt(conversationSid))) throw new Problem('chat_off')
  const { conversation, members } = await conversations.withMembers({ conversationSid })
  if (conversation?.type !== 'group') throw new Problem('not_allowed')
  const presentIds = members.filter(isIn).map((member) => member.userId)
  const people = await withGuardians(conversationSid, [...new Set([...presentIds, ...userIds])], stamp.at)
  refuseTooMany(people)
  const newIds = people.filter((each) => !presentIds.includes(each))
  const staff = await staffAmong(newIds, { organizationId })
  await addMembers(
    stamp,
    conversation,
    newIds.map((each) => ({ userId: each, staff: staff.has(each) })),
  )
  return {}
}
