import { describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'

const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
type Query = {
  status: 'Pending' | 'Accepted' | 'Declined'
  note?: string
  format?: 'json'
  answerId?: string
  upon?: string
}
const answer = (club: Club, as: string, query: Query, of = club.mia) =>
  call(ANSWER, { as: club.user(as), inviteFile: `${club.invite(of)}.json`, query })
const stored = (club: Club) => invites.get({ inviteId: club.invite(club.mia) }, { consistent: true })

describe('an answer', () => {
  it('is Yes, and the coach sees it with the note', async () => {
    const club = await aClub()
    const { status, body } = await answer(club, 'parent', {
      status: 'Accepted',
      note: 'five minutes late',
      format: 'json',
    })
    expect([status, body.status.value, body.note]).toEqual([200, 'Accepted', 'five minutes late'])
    const { body: seen } = await call('GET /rest-api/calendar/event/{eventId}', {
      as: club.user('coach'),
      eventId: club.game.eventId,
    })
    expect(seen.playerInvites.find(({ player }) => player.firstName === 'Mia')).toMatchObject({
      status: { value: 'Accepted' },
      note: 'five minutes late',
    })
  })

  it('can change, keeps its note then, and loses it when it is open again', async () => {
    const club = await aClub()
    await answer(club, 'parent', { status: 'Accepted', note: 'late' })
    expect((await answer(club, 'parent', { status: 'Declined' })).body).toMatchObject({
      status: { value: 'Declined' },
      note: 'late',
    })
    expect((await answer(club, 'parent', { status: 'Declined', note: '' })).body.note).toBeNull()
    await answer(club, 'parent', { status: 'Accepted', note: 'late' })
    expect((await answer(club, 'parent', { status: 'Pending' })).body).toMatchObject({
      status: { value: 'Pending' },
      note: null,
    })
    expect((await answer(club, 'parent', { status: 'Accepted' })).body.note).toBeNull()
  })

  it('may be given by the coach, and by nobody who only follows', async () => {
    const club = await aClub()
    expect((await answer(club, 'coach', { status: 'Accepted' })).status).toBe(200)
    expect((await answer(club, 'fan', { status: 'Declined' })).status).toBe(403)
    expect((await answer(club, 'parent', { status: 'Declined' }, club.leo)).status).toBe(403)
    expect((await stored(club))?.status).toBe('Accepted')
  })

  it('is refused without harm when the note is too long, and the answer stays', async () => {
    const club = await aClub()
    await answer(club, 'parent', { status: 'Accepted', note: '🥅'.repeat(64) })
    const { status, refusal } = await answer(club, 'parent', { status: 'Declined', note: 'x'.repeat(65) })
    expect([status, refusal.code, refusal.message]).toEqual([400, 'note_too_long', 'Max Characters: 64'])
    expect(await stored(club)).toMatchObject({ status: 'Accepted', note: '🥅'.repeat(64) })
  })

  it('keeps markup as the text it is', async () => {
    const club = await aClub()
    const note = '<img src=x onerror=alert(1)> & "#1"'
    expect((await answer(club, 'parent', { status: 'Accepted', note })).body.note).toBe(note)
  })

  it('is not taken for a status that there is not', async () => {
    const club = await aClub()
    expect((await answer(club, 'parent', { status: 'Maybe' } as never)).status).toBe(400)
    expect((await stored(club))?.status).toBe('Pending')
  })
})

describe('answers that meet', () => {
  it('five times the same, and it is answered once', async () => {
    const club = await aClub()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => answer(club, 'parent', { status: 'Accepted', note: 'late' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await stored(club)).toMatchObject({ status: 'Accepted', note: 'late' })
  })

  it('of two parents at once: one of them stands, whole, and both saw what was true', async () => {
    for (let round = 0; round < 10; round++) {
      const club = await aClub()
      const [yes, no] = await Promise.all([
        answer(club, 'parent', { status: 'Accepted', note: 'from one' }),
        answer(club, 'parent2', { status: 'Declined', note: 'from the other' }),
      ])
      expect([yes.status, no.status]).toEqual([200, 200])
      const kept = await stored(club)
      expect([
        ['Accepted', 'from one'],
        ['Declined', 'from the other'],
      ]).toContainEqual([kept?.status, kept?.note])
    }
  })

  it('with the coach taking the invite back: the answer is refused, and no invite comes back to life', async () => {
    for (let round = 0; round < 10; round++) {
      const club = await aClub()
      const inviteId = club.invite(club.mia)
      const [, answered] = await Promise.all([
        write(stamp, invites.remove({ inviteId })),
        answer(club, 'parent', { status: 'Accepted' }),
      ])
      expect([200, 404]).toContain(answered.status)
      expect(await stored(club)).toBeUndefined()
      const late = await answer(club, 'parent', { status: 'Accepted' })
      expect([late.status, late.refusal.code]).toEqual([404, 'invite_removed'])
      expect(await stored(club)).toBeUndefined()
    }
  })
})

describe('an answer that is sent again and again', () => {
  const first = { status: 'Accepted', note: 'late', answerId: 'first', upon: 'unanswered' } as const

  it('is taken once: each time it is told what stands', async () => {
    const club = await aClub()
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(club, 'parent', first)))
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { status: { value: 'Accepted' }, note: 'late', answerId: 'first' }])
    const { answeredAt } = (await stored(club)) ?? {}
    await answer(club, 'parent', first)
    expect(await stored(club)).toMatchObject({ answeredAt })
  })

  it('does not undo what was answered after it', async () => {
    const club = await aClub()
    await answer(club, 'parent', first)
    await answer(club, 'parent2', { status: 'Declined', answerId: 'second', upon: 'first' })
    const { status, refusal } = await answer(club, 'parent', first)
    expect([status, refusal.code]).toEqual([412, 'answered_meanwhile'])
    expect(await stored(club)).toMatchObject({ status: 'Declined', answerId: 'second' })
  })

  it('of two that were given upon the same one, one is taken and the other is told', async () => {
    for (let round = 0; round < 10; round++) {
      const club = await aClub()
      const answers = await Promise.all([
        answer(club, 'parent', { status: 'Accepted', answerId: 'yes', upon: 'unanswered' }),
        answer(club, 'parent2', { status: 'Declined', answerId: 'no', upon: 'unanswered' }),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
      const taken = answers.filter(({ status }) => status === 200).map(({ body }) => body.answerId)
      expect([(await stored(club))?.answerId]).toEqual(taken)
    }
  })

  it('says that the coach took the invite back, and does not bring it back', async () => {
    const club = await aClub()
    await write(stamp, invites.remove({ inviteId: club.invite(club.mia) }))
    const { status, refusal } = await answer(club, 'parent', first)
    expect([status, refusal.code]).toEqual([404, 'invite_removed'])
    expect(await stored(club)).toBeUndefined()
  })

  it('without a name gets one, and what it was given upon does not matter', async () => {
    const club = await aClub()
    await answer(club, 'parent', first)
    const { status, body } = await answer(club, 'parent2', { status: 'Declined' })
    expect(status).toBe(200)
    expect(body.answerId).not.toBe('first')
  })
})
