import { bringIn } from '#functions/chat/membership.ts'
import { groupConversation, teamConversation } from '#functions/chat/ids.ts'
import { chatBlocks } from '#functions/table/chatBlocks.ts'
import { chatLooks } from '#functions/table/chatRecords.ts'
import { chatReports } from '#functions/table/chatReports.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families } from '#functions/table/players.ts'
import { untilSettled, update, write } from '#functions/table/table.ts'
import { type Club, stamp } from '../club.ts'

/** What has to be there for a right request to chat's routes: for the tests that go through all of them. */

export const messageSid = 'message-1'
export const groupOf = (club: Club) => groupConversation(club.falcons.teamId, 'the-test', 'group-1')
/** Of the family of a Falcon, and in the conversation of the team. */
export const chatFamily = (club: Club) => club.user('chat-family')

export const inTeamChat = (_as: string, club: Club) =>
  bringIn(stamp, { conversationSid: teamConversation(club.falcons.teamId), type: 'team', friendlyName: 'Falcons' }, [
    { userId: chatFamily(club), staff: false },
  ])

/** A group of the caller and somebody else. */
export const aGroup = (as: string, club: Club) =>
  bringIn(
    stamp,
    { conversationSid: groupOf(club), type: 'group', friendlyName: 'Drivers' },
    [as, club.user('chat-partner')].map((userId) => ({ userId, staff: false })),
  )

/** Somebody of Mia's family who has no other player. */
export const aChildInFamily = async (_as: string, club: Club) => {
  const member = { userId: club.user('child'), playerId: club.mia.playerId, relation: 'own' as const }
  await untilSettled(async () => {
    const writes = await families.letIn(member)
    if (writes.length > 0) await write(stamp, ...writes)
  })
}

/** The fan's account is said to be Mia's own. */
export const aPlayersAccount = (_as: string, club: Club) => {
  const id = { userId: club.user('fan'), playerId: club.mia.playerId }
  return update(stamp, playerAccounts.upsert(id, { set: id }))
}

/** The same, with something that the caller has just written there, or somebody else. */
export const aGroupWithMessage = (as: string, club: Club) => aGroupWith(as, as, club)
export const aGroupWithOthersMessage = (as: string, club: Club) => aGroupWith(as, club.user('chat-partner'), club)
/** The same, which somebody has reported. */
export async function aReport(as: string, club: Club) {
  await aGroupWithOthersMessage(as, club)
  const id = { conversationSid: groupOf(club), messageSid, reportedBy: chatFamily(club) }
  const said = { author: club.user('chat-partner'), text: 'Who drives?', files: [], sentAt: stamp.at }
  const { organizationId } = club
  const set = { organizationId, ...id, ...said, reason: 'other' as const, reportedAt: stamp.at, settled: undefined }
  await update(stamp, chatReports.upsert({ organizationId, ...id }, { set }))
}

/** Mia's own account, in the group. */
export const miasAccount = (club: Club) => club.user('mias-account')
export async function aChildChats(_as: string, club: Club) {
  const id = { userId: miasAccount(club), playerId: club.mia.playerId }
  await update(stamp, playerAccounts.upsert(id, { set: id }))
  const people = [id.userId, club.user('chat-partner')].map((userId) => ({ userId, staff: false }))
  const group = { conversationSid: groupOf(club), type: 'group', friendlyName: 'Drivers' } as const
  await bringIn(stamp, group, people, { evenUnsafe: true })
}

/** The caller looks at the group. */
export async function aLook(as: string, club: Club) {
  await aGroup(as, club)
  const id = { conversationSid: groupOf(club), userId: as, begunAt: '2026-11-21T17:00:00Z' }
  const look = { name: 'One Flag', reason: 'A mother has asked us.', endsAt: '2026-11-22T17:00:00Z' }
  await update(stamp, chatLooks.upsert(id, { set: { ...id, ...look } }))
}

/** Somebody whom the club has shut out. */
export const aBlocked = (_as: string, club: Club) => {
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
