import { describe, expect, it } from 'vitest'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aChattingClub, addChildAccount, sendMessage } from './chatting.ts'

const LIST = 'GET /rest-api/chat/read-along'
const READ = 'GET /rest-api/chat/read-along/{playerId}/{conversationSid}'
const CREATE = 'POST /rest-api/chat/create/dm'
const ONE = 'GET /rest-api/chat/conversations/{conversationSid}'
const ADD = 'POST /rest-api/chat/conversations/{conversationSid}/people'
const REPORTS = 'GET /rest-api/chat/reports/{orgId}'
const REPORT = 'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'
const RULES = 'PUT /rest-api/chat/rules/{orgId}'

/** Mia's own account, with this birthday, is in a group with her coach and Leo's mother, who is not her guardian. */
async function aTalkingKid(bornOn?: string) {
  const club = await aChattingClub()
  const kid = await addChildAccount(club, bornOn)
  const { organizationId, user } = club
  const body = { organizationId, userIds: [kid, user('leos')], friendlyName: 'Goalkeepers' }
  const { conversationSid } = (await call(CREATE, { as: user('trainer'), body })).body
  const { messageSid } = (await sendMessage(conversationSid, user('trainer'), 'Be there at five')).body
  await sendMessage(conversationSid, kid, 'I will')
  const read = async (name: string) =>
    call(READ, { as: user(name), playerId: club.mia.playerId, conversationSid, query: {} })
  const report = (name: string, sid = messageSid) =>
    call(REPORT, { as: user(name), conversationSid, messageSid: sid, body: { reason: 'danger' } })
  return { club, kid, conversationSid, read, report }
}
const listFor = async ({ user }: Club, name: string) => (await call(LIST, { as: user(name) })).body.children
const rule = ({ organizationId, user }: Club, readAlongUntil: number) =>
  call(RULES, {
    as: user('admin'),
    orgId: organizationId,
    body: { offTeams: [], directOff: false, readAlongUntil },
  })

describe('the guardians of a child', () => {
  it('can read the child’s conversations they are not in', async () => {
    const { club, conversationSid, read } = await aTalkingKid()
    const [child] = await listFor(club, 'parent')
    expect(child).toMatchObject({ playerId: club.mia.playerId, name: 'Mia Moreno' })
    expect(child?.conversations.map(({ friendlyName }) => friendlyName)).toContain('Goalkeepers')
    const { body } = await read('parent2')
    expect(body.messages.map(({ text }) => text)).toEqual(['I will', 'Be there at five'])
    expect(body.people.map(({ name }) => name)).toContain('Carmen Moreno')
    const shown = await call(ONE, { as: club.user('leos'), conversationSid })
    expect(shown.body.readAlong).toBe(true)
    expect((await sendMessage(conversationSid, club.user('parent'), 'I am reading')).status).toBe(404)
  })

  it('are the only ones who can: not other families, followers, the child, coaches or administrators', async () => {
    const { club, read } = await aTalkingKid()
    const all = await Promise.all(
      ['leos', 'fan', 'kid', 'coach', 'admin'].map(async (name) => (await read(name)).status),
    )
    expect(all).toEqual([403, 403, 403, 403, 403])
    expect(await listFor(club, 'leos')).toEqual([])
    expect(await listFor(club, 'kid')).toEqual([])
  })

  it('can read until the birthday set by the club, or never', async () => {
    // Turning sixteen on the day of the request, and on the day after.
    const [grown, young] = [await aTalkingKid('2010-11-21'), await aTalkingKid('2010-11-22')]
    expect([(await grown.read('parent')).status, (await young.read('parent')).status]).toEqual([403, 200])
    await rule(grown.club, 18)
    expect((await grown.read('parent')).status).toBe(200)
    await rule(young.club, 0)
    expect((await young.read('parent')).status).toBe(403)
    const shown = await call(ONE, { as: young.kid, conversationSid: young.conversationSid })
    expect(shown.body.readAlong).toBe(false)
    expect((await rule(grown.club, 15)).status).toBe(400)
  })

  it('can read until that birthday has begun in the latest time zones', async () => {
    const { club, conversationSid } = await aTalkingKid('2010-11-22')
    const asked = { as: club.user('parent'), playerId: club.mia.playerId, conversationSid, query: {} }
    const at = async (now: string) => (await call(READ, { ...asked, now })).status
    // Evening of the 21st in Chicago, and afternoon in Honolulu.
    expect(await at('2026-11-22T03:00:00Z')).toBe(200)
    expect(await at('2026-11-22T12:00:00Z')).toBe(403)
  })

  it('can report messages they read, once each', async () => {
    const { club, report } = await aTalkingKid()
    const { organizationId: orgId, user } = club
    expect(
      [await report('parent'), await report('parent'), await report('parent2')].map(({ status }) => status),
    ).toEqual([200, 200, 200])
    const { reports } = (await call(REPORTS, { as: user('admin'), orgId })).body
    expect(reports.map(({ text, author }) => [text, author])).toEqual([
      ['Be there at five', 'Carmen Moreno'],
      ['Be there at five', 'Carmen Moreno'],
    ])
  })

  it('cannot report messages from before the child joined, nor if the club has disabled reading along', async () => {
    const { club, kid, report } = await aTalkingKid()
    const { organizationId, user } = club
    const group = { organizationId, userIds: [user('leos'), user('admin')], friendlyName: 'Drivers' }
    const { conversationSid } = (await call(CREATE, { as: user('trainer'), body: group })).body
    const before = (await sendMessage(conversationSid, user('leos'), 'Before she came')).body.messageSid
    await call(ADD, { as: user('trainer'), conversationSid, body: { userIds: [kid] } })
    const after = (await sendMessage(conversationSid, user('leos'), 'Now that she is here')).body.messageSid
    const reportIn = async (messageSid: string) => {
      const body = { reason: 'danger' as const }
      return (await call(REPORT, { as: user('parent'), conversationSid, messageSid, body })).status
    }
    expect([await reportIn(before), await reportIn(after)]).toEqual([404, 200])
    await rule(club, 0)
    expect([await reportIn(after), (await report('parent')).status]).toEqual([404, 404])
  })

  it('cannot read any more after leaving the family', async () => {
    const { club, read } = await aTalkingKid()
    const left = { playerId: club.mia.playerId, userId: club.user('parent2'), relation: 'own' } as const
    await write(stamp, ...families.leave(left))
    expect((await read('parent2')).status).toBe(403)
  })
})
