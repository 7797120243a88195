import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { getObject, putObject } from '#functions/bucket.ts'
import { handler } from '#functions/privacy/copyHandler.ts'
import { conversationMembers, conversations, myConversations } from '#functions/table/conversations.ts'
import { feeds } from '#functions/table/feeds.ts'
import { guardians } from '#functions/table/guardians.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { hand } from '../workers.ts'

const ASK = 'POST /rest-api/privacy/copies'
const ADDRESS = 'POST /rest-api/privacy/copies/address'
const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)
const now = '2026-11-21T18:00:00.000Z'

/** Mia's parent, with what a family has: a picture, a chat with a file, a calendar link, another home. */
async function aParent(club: Club) {
  const userId = club.user('parent')
  const conversationSid = `${club.organizationId}.${newPart('c')}`
  const fileId = `${club.organizationId}.${newPart('f')}`
  const named = (name: string) => ({ firstName: name, lastName: 'Moreno', sinceSeq: 0, readSeq: 0 })
  const said = { conversationSid, sentAt: stamp.at }
  await write(
    stamp,
    profiles.create({ userId, email: 'paula@family.example', firstName: 'Paula', lastName: 'Moreno', avatarAt: now }),
    playerDetails.create({ playerId: club.mia.playerId, medical: 'Nuts.' }),
    guardians.create({ playerId: club.mia.playerId, guardianId: 'g1', name: 'The Other Home', phone: '555' }),
    conversations.create({ conversationSid, type: 'group', friendlyName: 'Car pool', seq: 2, restsOn: [] } as never),
    conversationMembers.create({ conversationSid, userId, ...named('Paula') }),
    myConversations.create({ userId, conversationSid, type: 'group', title: 'Car pool', lastSeq: 2, readSeq: 2 }),
    messages.create({
      ...said,
      messageSid: 'message-mine',
      seq: 1,
      place: placeOf(1),
      userId,
      text: '=I drive on Friday',
      files: [{ fileId, name: 'map.png', type: 'image/png', size: 3 }],
    }),
    messages.create({
      ...said,
      messageSid: 'message-other',
      seq: 2,
      place: placeOf(2),
      userId: club.user('coach'),
      text: 'What somebody else has said',
    }),
    feeds.create({
      feedId: newId(),
      userId,
      scope: 'family',
      about: userId,
      label: 'Phone',
      language: 'en',
      secretHash: 'the-hash-of-a-secret',
      madeAt: now,
      state: 'stale',
    }),
  )
  await putObject(`avatar/${userId}`, new Uint8Array([1, 2, 3]), {})
  await putObject(`files/${fileId}`, new Uint8Array([4, 5, 6]), {})
  return userId
}

describe('a copy of all one’s data', () => {
  it('is one file with what is kept of a person and their players, and nothing of others, made in the background', async () => {
    const club = await aClub()
    const as = await aParent(club)
    const copyId = newId()
    const { body: asked } = await call(ASK, { as, now, body: { copyId } })
    expect(asked).toEqual({
      id: copyId,
      state: 'wanted',
      done: 0,
      wantedAt: now,
      until: '2026-11-28T18:00:00.000Z',
      bytes: null,
    })
    expect((await call(ADDRESS, { as, now, body: { copyId } })).status).toBe(404)
    await hand(handler, { pk: `USER#${as}`, sk: 'COPY#2026-11-21', kind: 'Data copy', change: 'created' }, now)
    const { body } = await call('GET /rest-api/privacy/copies', { as, now })
    expect(body.copies.map(({ state, done }) => [state, done])).toEqual([['ready', 100]])
    const { address } = (await call(ADDRESS, { as, now, body: { copyId } })).body
    expect(address).toMatch(new RegExp(`^/copies/${copyId}\\?.*attachment.*touchline-2026-11-21\\.zip`))

    const files = unzipSync(await fileOf(copyId))
    expect(Object.keys(files).toSorted()).toEqual([
      'answers.csv',
      'calendar.ics',
      'data.json',
      'emails.csv',
      'fees.csv',
      expect.stringMatching(/^files\/f.*-map\.png$/) as string,
      'files/picture.jpg',
      'messages.csv',
      'payments.csv',
      'players.csv',
    ])
    expect(files['files/picture.jpg']).toEqual(new Uint8Array([1, 2, 3]))
    const text = strFromU8(files['data.json'] ?? new Uint8Array())
    const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>
    expect(data['Profile']).toMatchObject([{ email: 'paula@family.example', firstName: 'Paula' }])
    expect(data['Player details']).toMatchObject([{ medical: 'Nuts.' }])
    expect(data['Invite']).toMatchObject([{ name: 'Practice', teamName: 'Falcons', status: 'Pending' }])
    expect(data['Message']).toMatchObject([{ conversation: 'Car pool', text: '=I drive on Friday' }])
    for (const other of [
      'somebody else',
      'Other Home',
      'the-hash-of',
      'gsi1pk',
      club.user('parent2'),
      club.leo.playerId,
    ])
      expect(text).not.toContain(other)
    // A spreadsheet takes no formula from it.
    expect(strFromU8(files['messages.csv'] ?? new Uint8Array())).toContain(",'=I drive on Friday")
    expect(strFromU8(files['calendar.ics'] ?? new Uint8Array())).toContain('SUMMARY:Practice · Falcons')
  })

  it('is asked for once a day, however many ask at once; the same again is the same', async () => {
    const club = await aClub()
    const as = club.user('fan')
    const ids = Array.from({ length: 5 }, newId)
    const answers = await Promise.all(ids.map((copyId) => call(ASK, { as, now, body: { copyId } })))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    for (const { status, refusal } of answers) if (status !== 200) expect(refusal.code).toBe('copy_asked_today')
    const copyId = made[0]?.body.id ?? ''
    expect((await call(ASK, { as, now, body: { copyId } })).body.id).toBe(copyId)
    const tomorrow = { as, now: '2026-11-22T00:00:01.000Z', body: { copyId: newId() } }
    expect((await call(ASK, tomorrow)).status).toBe(200)
  })

  it('is nobody else’s, and is gone after a week', async () => {
    const club = await aClub()
    const as = club.user('parent2')
    const copyId = newId()
    await call(ASK, { as, now, body: { copyId } })
    await hand(handler, { pk: `USER#${as}`, sk: 'COPY#2026-11-21', kind: 'Data copy', change: 'created' }, now)
    expect((await call(ADDRESS, { as: club.user('parent'), now, body: { copyId } })).status).toBe(404)
    expect((await call(ADDRESS, { as, now, body: { copyId } })).status).toBe(200)
    expect((await call(ADDRESS, { as, now: '2026-11-28T18:00:00.000Z', body: { copyId } })).status).toBe(404)
  })
})

const fileOf = async (copyId: string) => (await getObject(`copies/${copyId}`)) ?? new Uint8Array()
