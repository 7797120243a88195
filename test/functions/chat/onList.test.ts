import { describe, expect, it } from 'vitest'
import { conversationMembers } from '#functions/table/conversations.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { measureCost } from '../measureCost.ts'
import {
  aChattingClub,
  addChildAccount,
  deliverConversation,
  deliverJoin,
  listFor,
  sendMessage,
  unreadCount,
} from './chatting.ts'

const CREATE = 'POST /rest-api/chat/create/dm'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const PEOPLE = 'POST /rest-api/chat/conversations/{conversationSid}/people'
const LEAVE = 'POST /rest-api/chat/conversations/{conversationSid}/leave'
const RENAME = 'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}'

const create = ({ organizationId }: Club, as: string, asked: { userIds: string[]; friendlyName?: string }) =>
  call(CREATE, { as, body: { organizationId, ...asked } })

describe('a group on the list', () => {
  it('without a name is listed by the other members’ first names, and by its name once it has one', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { conversationSid } = (await create(club, kid, { userIds: [club.user('trainer')] })).body
    const listedFor = async (as: string) =>
      (await listFor(as)).find((each) => each.conversationSid === conversationSid) ?? { firstNames: [] }
    expect(await listedFor(kid)).toMatchObject({ friendlyName: '', firstNames: ['Carmen', 'Paula', 'Peter'] })
    expect((await listedFor(club.user('trainer'))).firstNames).toEqual(['Mia', 'Paula', 'Peter'])
    expect((await call(READ, { as: kid, conversationSid })).body.firstNames).toEqual(['Carmen', 'Paula', 'Peter'])
    const { body } = await call('GET /rest-api/chat/read-along', { as: club.user('parent') })
    expect(body.children[0]?.conversations.map(({ firstNames }) => firstNames)).toContainEqual([
      'Carmen',
      'Paula',
      'Peter',
    ])
    const cost = await measureCost(() => listFor(kid))
    expect(cost).toMatchObject({ writeUnits: 0 })
    expect([cost.trips, cost.readUnits]).toEqual([2, 2])
    await call(LEAVE, { as: club.user('parent2'), conversationSid })
    const userId = club.user('parent')
    const called = { firstName: 'Former', lastName: 'member' }
    await update(stamp, conversationMembers.change({ conversationSid, userId }, { set: called }))
    // A user with that real name counts as a person all the same.
    expect((await listedFor(kid)).firstNames).toEqual(['Carmen', 'Former'])
    await update(stamp, conversationMembers.change({ conversationSid, userId }, { set: { erased: true } }))
    expect((await listedFor(kid)).firstNames).toEqual(['Carmen'])
    const { organizationId: orgId } = club
    await call(RENAME, { as: kid, orgId, conversationSid, body: { friendlyName: 'Goalkeepers' } })
    await deliverConversation(conversationSid)
    expect(await listedFor(kid)).toMatchObject({ friendlyName: 'Goalkeepers', firstNames: [] })
    expect((await call(READ, { as: kid, conversationSid })).body.firstNames).toEqual([])
  })

  it('is listed first and marked as new for an added member until they open it', async () => {
    const club = await aChattingClub()
    const [maker, lea] = [club.user('parent'), club.user('leos')]
    await sendMessage(club.chat, maker, 'Game on Saturday')
    const asked = { userIds: [club.user('parent2')], friendlyName: 'Drivers' }
    const { conversationSid } = (await create(club, maker, asked)).body
    await sendMessage(conversationSid, maker, 'Before Lea came')
    const now = '2026-11-21T19:00:00Z'
    await call(PEOPLE, { as: maker, conversationSid, now, body: { userIds: [lea] } })
    expect(await unreadCount(lea)).toBe(1)
    // Twice at the same time, and once more afterwards.
    await Promise.all([deliverJoin(conversationSid, lea), deliverJoin(conversationSid, lea)])
    await Promise.all([
      deliverJoin(conversationSid, lea),
      deliverJoin(club.chat, lea),
      deliverJoin(conversationSid, maker),
    ])
    expect([await unreadCount(lea), await unreadCount(maker)]).toEqual([2, 0])
    expect(await listFor(lea)).toMatchObject([
      { friendlyName: 'Drivers', isNew: true, unread: 0, lastMessage: null },
      { friendlyName: 'Falcons', isNew: false },
    ])
    expect((await listFor(maker)).map(({ isNew }) => isNew)).toEqual([false, false])
    expect((await call(READ, { as: lea, conversationSid })).body).toMatchObject({ isNew: true, readSeq: 1 })
    const seen = { as: lea, conversationSid, body: { seq: 0 } }
    expect((await call('POST /rest-api/chat/conversations/{conversationSid}/read', seen)).body).toEqual({ readSeq: 1 })
    await deliverJoin(conversationSid, lea)
    expect(await unreadCount(lea)).toBe(1)
    expect(await listFor(lea)).toMatchObject([{ friendlyName: 'Drivers', isNew: false }, { friendlyName: 'Falcons' }])
    expect((await call(READ, { as: lea, conversationSid })).body.isNew).toBe(false)
    await sendMessage(club.chat, maker, 'Bring water', { now: '2026-11-21T20:00:00Z' })
    expect(await listFor(lea)).toMatchObject([{ friendlyName: 'Falcons' }, { friendlyName: 'Drivers' }])
  })
})
