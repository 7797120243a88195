import { handler as peopleHandler } from '#functions/chat/peopleHandler.ts'
import { handler as messageHandler } from '#functions/chat/messageHandler.ts'
import { teamConversation } from '#functions/table/conversationIds.ts'
import { addMembers } from '#functions/chat/membership.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { conversationPartition, myConversations } from '#functions/table/conversations.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { messages } from '#functions/table/messages.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, copiesOf, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
const LIST = 'GET /rest-api/chat/conversations/{conversationSid}/messages'
const CREATE = 'POST /rest-api/chat/create/dm'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}'

export const emailOf = (club: Club, name: string) => `${name}@${club.organizationId}.test`

/** Time at which workers receive messages. */
export const deliveredAt = '2026-11-21T18:00:00Z'

/** Tells the worker about changes to these people in the club, as the table's stream would. */
export async function deliverPeople(club: Club, ...names: string[]) {
  for (const name of names)
    await deliverTo(peopleHandler, { kind: 'Own player', pk: `USER#${club.user(name)}`, sk: 'ME#OWN#' }, deliveredAt)
}

/** A club whose Falcons have a chat: two parents of Mia, one of Leo, and a coach, all with names. */
export const aChattingClub = copiesOf(async () => {
  const club = await aClub()
  const coach = {
    userId: club.user('trainer'),
    firstName: 'Carmen',
    lastName: 'Coach',
    flags: ['chatEnabled' as const],
  }
  const firstNames = { parent: 'Paula', parent2: 'Peter', leos: 'Lea', trainer: 'Carmen', admin: 'Anders', kid: 'Mia' }
  await Promise.all([
    families.join(stamp, { playerId: club.leo.playerId, userId: club.user('leos'), relation: 'own' }),
    write(
      stamp,
      ...teamAdministrators.appoint(club.falcons, coach),
      ...Object.entries(firstNames).flatMap(([name, firstName]) => {
        const member = { userId: club.user(name), email: emailOf(club, name) }
        return [profiles.create({ ...member, firstName, lastName: 'Moreno' }), emailUsers.create(member)]
      }),
    ),
  ])
  // As the worker adds them, all at once.
  const chat = teamConversation(club.falcons.teamId)
  const parents = ['parent', 'parent2', 'leos'].map((name) => ({ userId: club.user(name), staff: false }))
  const newConversation = { conversationSid: chat, type: 'team' as const, friendlyName: club.falcons.name }
  await addMembers(stamp, newConversation, [...parents, { userId: club.user('trainer'), staff: true }], {
    allowUnsafe: true,
  })
  return { ...club, chat }
}, [lastPart(teamConversation(''))])

/** Mia's own account; she is a child unless `bornOn` is earlier. */
export async function addChildAccount(club: Club, bornOn = '2014-05-01') {
  const { playerId } = club.mia
  await update(stamp, players.change({ playerId }, { set: { bornOn } }))
  await families.join(stamp, { playerId, userId: club.user('kid'), relation: 'own' })
  await write(stamp, playerAccounts.create({ userId: club.user('kid'), playerId }))
  await deliverPeople(club, 'kid')
  return club.user('kid')
}

/** Sends a message and, if it is accepted, tells the worker about it. */
export async function sendMessage(
  conversationSid: string,
  as: string,
  text: string,
  options: { messageSid?: string; now?: string } = {},
) {
  const { messageSid = crypto.randomUUID(), now = '2026-11-21T18:00:00Z' } = options
  const answer = await call(SEND, { as, conversationSid, now, body: { messageSid, text } })
  if (answer.status === 200) await deliverMessage(conversationSid, messageSid)
  return answer
}
export const deliverMessage = (conversationSid: string, messageSid: string) =>
  deliverTo(messageHandler, { kind: 'Message', ...messages.key({ conversationSid, messageSid }) }, deliveredAt)
export const deliverConversation = (conversationSid: string) =>
  deliverTo(
    messageHandler,
    { kind: 'Conversation', pk: conversationPartition({ conversationSid }), sk: 'CHAT' },
    deliveredAt,
  )

/** Tells the worker that a user has joined a conversation. */
export const deliverJoin = (conversationSid: string, userId: string) =>
  deliverTo(
    messageHandler,
    { kind: 'My conversation', ...myConversations.key({ conversationSid, userId }) },
    deliveredAt,
  )

export const textsFor = async (conversationSid: string, as: string) =>
  (await call(LIST, { as, conversationSid, query: {} })).body.messages.map(({ text }) => text)
export const unreadCount = async (as: string) =>
  (await call('GET /rest-api/chat/unread-count', { as })).body.unreadCount
export const listFor = async (as: string) => (await call('GET /rest-api/chat/conversations', { as })).body.conversations

type CreateOptions = { userIds?: string[]; teamId?: string; playerId?: string; friendlyName?: string; groupId?: string }
/** Creates a conversation with these users, a team or a player's family. */
export const createConversation = ({ organizationId }: Club, as: string, { userIds = [], ...fields }: CreateOptions) =>
  call(CREATE, { as, body: { organizationId, userIds, ...fields } })
/** First names of the current members of a conversation. */
export const peopleIn = async (conversationSid: string, as: string) =>
  (await call(READ, { as, conversationSid })).body.people
    .filter(({ left }) => !left)
    .map(({ name }) => name.split(' ')[0] ?? '')
    .toSorted((a, b) => a.localeCompare(b))
/** Why a user may not write there, if so. */
export const readOnlyReason = async (conversationSid: string, as: string) =>
  (await call(READ, { as, conversationSid })).body.stopped
