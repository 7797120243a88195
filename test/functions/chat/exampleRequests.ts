import { addMembers } from '#functions/chat/membership.ts'
import { groupConversation, teamConversation } from '#functions/table/conversationIds.ts'
import { chatBlocks } from '#functions/table/chatBlocks.ts'
import { chatLooks } from '#functions/table/chatRecords.ts'
import { chatReports } from '#functions/table/chatReports.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families } from '#functions/table/players.ts'
import { retryOnConflict, update, write } from '#functions/table/table.ts'
import { type Club, joinsFamily, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of chat, and the setup it needs. */

const messageSid = 'message-1'
const groupOf = (club: Club) => groupConversation(club.falcons.teamId, 'the-test', 'group-1')
/** A guardian of a Falcon, and a member of the team's conversation. */
const chatFamily = (club: Club) => club.user('chat-family')

const joinTeamChat = (_as: string, club: Club) =>
  addMembers(stamp, { conversationSid: teamConversation(club.falcons.teamId), type: 'team', friendlyName: 'Falcons' }, [
    { userId: chatFamily(club), staff: false },
  ])

/** A group of the caller and another member. */
const aGroup = (as: string, club: Club) =>
  addMembers(
    stamp,
    { conversationSid: groupOf(club), type: 'group', friendlyName: 'Drivers' },
    [as, club.user('chat-partner')].map((userId) => ({ userId, staff: false })),
  )

/** A member of Mia's family without other players. */
const aChildInFamily = async (_as: string, club: Club) => {
  const member = { userId: club.user('child'), playerId: club.mia.playerId, relation: 'own' as const }
  await retryOnConflict(async () => {
    const memberWrites = await families.joinWrites(member)
    if (memberWrites.length > 0) await write(stamp, ...memberWrites)
  })
}

/** The fan's account is marked as Mia's own. */
const aPlayersAccount = (_as: string, club: Club) => {
  const id = { userId: club.user('fan'), playerId: club.mia.playerId }
  return update(stamp, playerAccounts.upsert(id, { set: id }))
}

/** Like `aGroup`, with a recent message by the caller or by the other member. */
const aGroupWithMessage = (as: string, club: Club) => aGroupWith(as, as, club)
const aGroupWithOthersMessage = (as: string, club: Club) => aGroupWith(as, club.user('chat-partner'), club)
/** The same, with the message reported. */
async function aReport(as: string, club: Club) {
  await aGroupWithOthersMessage(as, club)
  const id = { conversationSid: groupOf(club), messageSid, reportedBy: chatFamily(club) }
  const message = { author: club.user('chat-partner'), text: 'Who drives?', files: [], sentAt: stamp.at }
  const { organizationId } = club
  const set = { organizationId, ...id, ...message, reason: 'other' as const, reportedAt: stamp.at, settled: undefined }
  await update(stamp, chatReports.upsert({ organizationId, ...id }, { set }))
}

/** Mia's own account, as a member of the group. */
const miasAccount = (club: Club) => club.user('mias-account')
async function aChildChats(as: string, club: Club) {
  await joinsFamily(as, club)
  const id = { userId: miasAccount(club), playerId: club.mia.playerId }
  await update(stamp, playerAccounts.upsert(id, { set: id }))
  const people = [id.userId, club.user('chat-partner')].map((userId) => ({ userId, staff: false }))
  const group = { conversationSid: groupOf(club), type: 'group', friendlyName: 'Drivers' } as const
  await addMembers(stamp, group, people, { allowUnsafe: true })
}

/** The caller is currently looking into the group. */
async function aLook(as: string, club: Club) {
  await aGroup(as, club)
  const id = { conversationSid: groupOf(club), userId: as, begunAt: '2026-11-21T17:00:00Z' }
  const look = { name: 'One Flag', reason: 'A mother has asked us.', endsAt: '2026-11-22T17:00:00Z' }
  await update(stamp, chatLooks.upsert(id, { set: { ...id, ...look } }))
}

/** A member blocked by the club. */
const aBlocked = (_as: string, club: Club) => {
  const { organizationId } = club
  const block = { organizationName: 'Club', blockedAt: stamp.at, blockedBy: 'the-test' }
  return write(stamp, ...chatBlocks.block({ userId: chatFamily(club), organizationId, ...block }))
}

async function aGroupWith(as: string, author: string, club: Club) {
  await aGroup(as, club)
  const id = { conversationSid: groupOf(club), messageSid }
  const set = {
    ...id,
    seq: 900,
    place: placeOf(900),
    userId: author,
    text: 'Who drives?',
    sentAt: '2026-11-21T17:55:00Z',
    poll: { options: ['I do', 'I do not'], several: false },
  }
  const change = { set: { ...set, deletedAt: undefined, editedAt: undefined } }
  await update(stamp, messages.upsert(id, change))
}

const message = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
export const exampleRequests: Requests = {
  params: (club) => ({ conversationSid: groupOf(club), messageSid, reaction: 'like' }),
  queries: {
    'DELETE /rest-api/chat/blocked/{orgId}': (club) => ({ userId: chatFamily(club) }),
    'DELETE /rest-api/push/devices': () => ({ deviceId: 'd'.repeat(22) }),
    'DELETE /rest-api/chat/player-account/{playerId}': (club) => ({
      userId: club.user('fan'),
    }),
    'GET /rest-api/chat-user/available-participants': (club) => ({ organizationId: club.organizationId }),
    'GET /rest-api/chat-user/available-participants/teams': (club) => ({ teamIds: club.falcons.teamId }),
    'GET /rest-api/chat-user/available-participants/players': (club) => ({ playerIds: club.mia.playerId }),
  },
  bodies: {
    'PUT /rest-api/chat/player-account/{playerId}': (club) => ({
      userId: club.user('child'),
      teamId: club.falcons.teamId,
    }),
    'POST /rest-api/chat/create/dm': (club) => ({
      organizationId: club.organizationId,
      userIds: [chatFamily(club)],
    }),
    'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': { friendlyName: 'Car pool' },
    'POST /rest-api/chat/conversations/{conversationSid}/read': { seq: 1 },
    'PUT /rest-api/chat/conversations/{conversationSid}/muted': { muted: true },
    'POST /rest-api/chat/conversations/{conversationSid}/people': (club) => ({ userIds: [chatFamily(club)] }),
    [message]: () => ({ messageSid: crypto.randomUUID(), text: 'Who drives?' }),
    'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': { text: 'Who drives on Saturday?' },
    'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': { options: [0] },
    'POST /rest-api/chat/conversations/{conversationSid}/search': { text: 'drives' },
    'PUT /rest-api/chat/conversations/{conversationSid}/pinned': { messageSid },
    'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report': { reason: 'bullying' },
    'POST /rest-api/chat/reports/{orgId}/settle': (club) => ({
      conversationSid: groupOf(club),
      messageSid,
      settled: 'kept',
    }),
    'PUT /rest-api/chat/rules/{orgId}': { offTeams: [], directOff: false, readAlongUntil: 16 },
    'PUT /rest-api/push/devices': {
      endpoint: 'https://fcm.googleapis.com/fcm/send/device-1',
      // The key of RFC 8291's example.
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'A'.repeat(22),
      showsText: false,
    },
    'POST /rest-api/chat/looks/{orgId}': (club) => ({
      conversationSid: groupOf(club),
      reason: 'A mother has asked us.',
    }),
    'POST /rest-api/chat/evidence/{orgId}/check': { hash: '0'.repeat(64), seal: 'none' },
  },
  prepared: {
    'PUT /rest-api/chat/player-account/{playerId}': aChildInFamily,
    'DELETE /rest-api/chat/player-account/{playerId}': aPlayersAccount,
    'POST /rest-api/chat/create/dm': joinTeamChat,
    'GET /rest-api/chat/conversations/{conversationSid}': aGroup,
    'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': aGroup,
    'POST /rest-api/chat/conversations/{conversationSid}/read': aGroup,
    'PUT /rest-api/chat/conversations/{conversationSid}/muted': aGroup,
    'POST /rest-api/chat/conversations/{conversationSid}/leave': aGroup,
    'POST /rest-api/chat/conversations/{conversationSid}/people': async (as, club) => {
      await joinTeamChat(as, club)
      await aGroup(as, club)
    },
    'GET /rest-api/chat/conversations/{conversationSid}/messages': aGroupWithMessage,
    [message]: aGroup,
    'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': aGroupWithMessage,
    'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': aGroupWithMessage,
    'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': aGroupWithMessage,
    'POST /rest-api/chat/conversations/{conversationSid}/search': aGroupWithMessage,
    'PUT /rest-api/chat/conversations/{conversationSid}/pinned': aGroupWithMessage,
    'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report': aGroupWithOthersMessage,
    'POST /rest-api/chat/reports/{orgId}/settle': aReport,
    'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': aGroupWithMessage,
    'DELETE /rest-api/chat/blocked/{orgId}': aBlocked,
    'POST /rest-api/chat/looks/{orgId}': aGroup,
    'GET /rest-api/chat/looks/{orgId}/{conversationSid}': aLook,
    'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence': aLook,
    'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': aChildChats,
  },
}
