import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { getObject, putObject } from '#functions/media/bucket.ts'
import { handler } from '#functions/privacy/copyHandler.ts'
import { gather } from '#functions/privacy/gather.ts'
import { signatures } from '#functions/table/agreements.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { conversationMembers, conversations, myConversations } from '#functions/table/conversations.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { feeds } from '#functions/table/feeds.ts'
import { guardians } from '#functions/table/guardians.ts'
import { invites } from '#functions/table/invites.ts'
import { feesDue } from '#functions/table/me.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { type OutboxMail, outbox } from '#functions/table/outbox.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { dataCopies } from '#functions/table/privacy.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import type { GuardianRight } from '#shared/permissions.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import {
  aParent as aRegistrant,
  aRegistration,
  fillIn,
  deliverEntry,
  question,
  finalize,
} from '../register/registering.ts'
import { createLeftGroup } from './createLeftGroup.ts'
import { deliverTo } from '../workers.ts'

const ASK = 'POST /rest-api/privacy/copies'
const ADDRESS = 'POST /rest-api/privacy/copies/address'
const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)
const now = '2026-11-21T18:00:00.000Z'

/** Mia's parent with a family's typical data: a picture, a chat with a file, a calendar link, a second home. */
async function aParent(club: Club) {
  const userId = club.user('parent')
  const conversationSid = `${club.organizationId}.${newPart('c')}`
  const fileId = `${club.organizationId}.${newPart('f')}`
  const named = (name: string) => ({ firstName: name, lastName: 'Moreno', sinceSeq: 0, readSeq: 0 })
  const said = { conversationSid, sentAt: stamp.at }
  await write(
    stamp,
    profiles.create({
      userId,
      email: 'paula@family.example',
      firstName: 'Paula',
      lastName: 'Moreno',
      avatarAt: now,
      avatarName: userId.slice(0, 23),
    }),
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
  await putObject(`avatar/${userId.slice(0, 23)}`, new Uint8Array([1, 2, 3]), {})
  await putObject(`files/${fileId}`, new Uint8Array([4, 5, 6]), {})
  return userId
}

describe('a copy of a user’s data', () => {
  it('contains their messages in a group that they have left, also of a club they have no ties to', async () => {
    const userId = crypto.randomUUID()
    await createLeftGroup(await aClub(), userId, 'I drive')
    const found = await gather(userId, async () => {})
    expect(found['Message']).toMatchObject([{ conversation: 'Car pool', text: 'I drive' }])
  })

  it('contains the files sent with a registration', async () => {
    const club = await aClub()
    const questions = [...firstQuestions, question({ id: 'pass', answerType: 'FILE_ATTACHMENT' })]
    const registrationId = await aRegistration(club, { questions })
    const as = await aRegistrant(club, 'sending')
    const file = new File([new Uint8Array(aJpeg())], 'pass.jpg', { type: 'image/jpeg' })
    const sent = await call('POST /rest-api/register/{registrationId}/file', { as, registrationId, body: { file } })
    const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora', { answers: { pass: [sent.body.fileId] } })
    expect((await finalize(as, [registrationPlayerId], 10_000)).status).toBe(200)
    await deliverEntry(registrationPlayerId)
    const copyId = newId()
    await call(ASK, { as, now, body: { copyId } })
    await deliverTo(handler, { pk: `USER#${as}`, sk: 'COPY#2026-11-21', kind: 'Data copy', change: 'created' }, now)
    const names = Object.keys(unzipSync(await fileOf(copyId)))
    expect(names).toContainEqual(expect.stringMatching(/^files\/f.*-pass\.jpg$/))
  })

  it('is a zip of the user’s and their players’ data, without data of others, created in the background', async () => {
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
    await deliverTo(handler, { pk: `USER#${as}`, sk: 'COPY#2026-11-21', kind: 'Data copy', change: 'created' }, now)
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
    // Spreadsheets do not evaluate it as a formula.
    expect(strFromU8(files['messages.csv'] ?? new Uint8Array())).toContain(",'=I drive on Friday")
    expect(strFromU8(files['calendar.ics'] ?? new Uint8Array())).toContain('SUMMARY:Practice · Falcons')
  })

  it('contains of a player only what this guardian may see, without notes of the club or another home', async () => {
    const club = await aClub()
    const [{ playerId }, inviteId] = [club.mia, club.invite(club.mia)]
    const [as, other] = [club.user('parent'), club.user('other-home')]
    const ends = '2027-01-01T00:00:00Z'
    const entry = { start: ends, end: ends, summary: '', description: '', location: '', category: '' }
    const signed = { playerId, textVersion: 1, ofAge: false, name: 'Ann Moreno', signedAt: now }
    const mailed = { inviteId, sequence: 0, method: 'REQUEST' as const, entry, ends, upon: 'x', mailedAt: now }
    const playerFeeId = `${club.organizationId}.${newPart('d')}.${lastPart(playerId)}`
    const byHand = { playerFeeId, how: 'CHEQUE', paidAt: stamp.at, givenBack: 0, cents: 100 } as const
    const fee = { name: 'Spring', amount: 5000, paid: 0, waived: 0, dueOn: '2027-03-01', state: 'open' as const }
    await write(
      stamp,
      playerDetails.create({ playerId, medical: 'Nuts.' }),
      players.change({ playerId }, { set: { tags: [{ id: 'g', name: 'Difficult home' }] } }),
      invites.change({ inviteId }, { set: { status: 'Declined', note: 'At the doctor', answeredBy: other } }),
      fees.create({
        ...fee,
        playerFeeId,
        firstName: 'Mia',
        lastName: 'Moreno',
      }),
      feePayments.create({ ...byHand, paymentId: 'm1', note: 'The last cheque bounced' }),
      feePayments.create({ ...byHand, paymentId: 'y1', how: 'CARD', note: 'visa •••• 4242' }),
      feesDue.create({ userId: as, playerId, dues: ['2027-03-01'], timezone: 'UTC' }),
      calendarMails.create({ ...mailed, userId: as, replyKey: 'this-one-answers-by' }),
      calendarMails.create({ ...mailed, userId: other, replyKey: 'the-other-home-answers-by' }),
      signatures.create({ ...signed, agreementId: `${club.organizationId}.g1`, userId: as, from: '192.0.2.1' }),
      signatures.create({ ...signed, agreementId: `${club.organizationId}.g2`, userId: other, from: '192.0.2.2' }),
    )
    const told = async (lacks: GuardianRight[]) => {
      await write(stamp, ...families.limitRights({ playerId, userId: as }, lacks))
      const found = await gather(as, async () => {})
      return { kinds: Object.keys(found).filter((kind) => found[kind]?.length), text: JSON.stringify(found) }
    }
    const whole = await told([])
    expect(whole.kinds).toEqual(expect.arrayContaining(['Player', 'Player details', 'Invite', 'Fee', 'Owed']))
    for (const word of ['Nuts.', 'At the doctor', '192.0.2.1', 'visa •••• 4242']) expect(whole.text).toContain(word)
    for (const word of ['Difficult home', 'answers-by', '192.0.2.2', 'The last cheque bounced'])
      expect(whole.text).not.toContain(word)
    const noMoney = await told(['pays'])
    expect(noMoney.kinds.filter((kind) => /^(Fee|Owed)/.test(kind))).toEqual([])
    expect(noMoney.text).toContain('Nuts.')
    const onlyFollows = await told(['answers', 'pays', 'sees'])
    expect(onlyFollows.kinds.toSorted()).toEqual(['Calendar mail', 'Family', 'Invite', 'Own player'])
    for (const word of ['Declined', 'At the doctor', other]) expect(onlyFollows.text).not.toContain(word)
  })

  it('contains no mail sent to an earlier address on behalf of its new owner or others', async () => {
    const club = await aClub()
    const userId = club.user('coach')
    const [email, old] = [`now-${userId}@club.example`, `board-${userId}@club.example`]
    await write(
      stamp,
      profiles.create({ userId, email, emailsBefore: [old], firstName: 'Carmen', lastName: 'Coach' }),
      emailUsers.create({ email, userId }),
    )
    const mail = async (name: string, to: OutboxMail['to'], address: string) => {
      const mailId = `${name}-${userId}`
      const became = { state: 'sent' as const, wantedAt: stamp.at, email: address }
      await write(stamp, outbox.create({ mailId, letter: 'administer', to, about: { invitationId: name }, ...became }))
    }
    await mail('theirs', { userId }, old)
    await mail('confirmed', { email }, email)
    await mail('successor', { email: old }, old)
    await mail('predecessor', { userId: club.user('admin') }, email)
    const copied = ((await gather(userId, async () => {}))['Mail'] ?? []) as Pick<OutboxMail, 'about'>[]
    expect(new Set(copied.map(({ about }) => about['invitationId']))).toEqual(new Set(['theirs', 'confirmed']))
  })

  it('can be requested once a day, also with concurrent requests; repeating a request is idempotent', async () => {
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

  it('not created within a day is reported as failed', async () => {
    const club = await aClub()
    const as = club.user('fan')
    await call(ASK, { as, now, body: { copyId: newId() } })
    const stateAt = async (at: string) =>
      (await call('GET /rest-api/privacy/copies', { as, now: at })).body.copies.map(({ state }) => state)
    expect(await stateAt('2026-11-22T17:59:59.000Z')).toEqual(['wanted'])
    expect(await stateAt('2026-11-22T18:00:00.000Z')).toEqual(['failed'])
  })

  it('is deleted if the account is erased while it is being made', async () => {
    const club = await aClub()
    const as = club.user('fan')
    const copyId = newId()
    await call(ASK, { as, now, body: { copyId } })
    const erased = () => write(stamp, dataCopies.remove({ userId: as, day: '2026-11-21' }))
    const made = () =>
      deliverTo(handler, { pk: `USER#${as}`, sk: 'COPY#2026-11-21', kind: 'Data copy', change: 'created' }, now)
    // After six steps of its progress, what is written is that it is ready.
    await interleave('UpdateCommand', erased, made, 7)
    expect(await getObject(`copies/${copyId}`)).toBeUndefined()
  })

  it('is accessible only to its owner, and for a week', async () => {
    const club = await aClub()
    const as = club.user('parent2')
    const copyId = newId()
    await call(ASK, { as, now, body: { copyId } })
    await deliverTo(handler, { pk: `USER#${as}`, sk: 'COPY#2026-11-21', kind: 'Data copy', change: 'created' }, now)
    expect((await call(ADDRESS, { as: club.user('parent'), now, body: { copyId } })).status).toBe(404)
    expect((await call(ADDRESS, { as, now, body: { copyId } })).status).toBe(200)
    expect((await call(ADDRESS, { as, now: '2026-11-28T18:00:00.000Z', body: { copyId } })).status).toBe(404)
  })
})

const fileOf = async (copyId: string) => (await getObject(`copies/${copyId}`)) ?? new Uint8Array()
