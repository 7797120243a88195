import { describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { write } from '#functions/table/table.ts'
import { noteAfter } from '#shared/rules/invites.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { repetitions, sample } from '../sampling.ts'

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

  it('drops the note when it changes without a new one, and returns the dropped note', async () => {
    const club = await aClub()
    const given = async (query: Query) => {
      const { body } = await answer(club, 'parent', query)
      return [body.status.value, body.note, body.droppedNote]
    }
    expect(await given({ status: 'Accepted', note: 'late' })).toEqual(['Accepted', 'late', undefined])
    expect(await given({ status: 'Accepted' })).toEqual(['Accepted', 'late', undefined])
    expect(await given({ status: 'Declined' })).toEqual(['Declined', null, 'late'])
    expect((await stored(club))?.note).toBeUndefined()
    expect(await given({ status: 'Accepted' })).toEqual(['Accepted', null, undefined])
    expect(await given({ status: 'Declined', note: 'ill' })).toEqual(['Declined', 'ill', undefined])
    expect(await given({ status: 'Accepted', note: 'well again' })).toEqual(['Accepted', 'well again', undefined])
    expect(await given({ status: 'Accepted', note: '' })).toEqual(['Accepted', null, undefined])
    await given({ status: 'Accepted', note: 'late' })
    expect(await given({ status: 'Pending' })).toEqual(['Pending', null, 'late'])
    expect(await given({ status: 'Accepted' })).toEqual(['Accepted', null, undefined])
  })

  it('keeps the note that noteAfter keeps, whatever the previous answer', async () => {
    const club = await aClub()
    const statuses = ['Pending', 'Accepted', 'Declined'] as const
    const notes = [undefined, '', 'new'] as const
    for (const [i, before] of statuses.entries())
      for (const [j, after] of statuses.entries())
        for (const note of sample(notes, i + j, 1)) {
          await answer(club, 'parent', { status: before, note: 'old' })
          const left = noteAfter(after, note, { status: before, note: before === 'Pending' ? null : 'old' })
          const { body } = await answer(club, 'parent', { status: after, ...(note !== undefined && { note }) })
          expect([before, after, note, body.note]).toEqual([before, after, note, left ?? null])
          const kept = await stored(club)
          expect([kept?.status, kept?.note]).toEqual([after, left])
        }
  })

  it('by a family is rejected from a day after the event’s end on; coaches may still correct it', async () => {
    const club = await aClub()
    const at = (as: string, now: string, more: Query = { status: 'Accepted' }) =>
      call(ANSWER, { as: club.user(as), now, inviteFile: club.invite(club.mia), query: more })
    expect((await at('parent', '2026-11-23T02:00:00Z')).status).toBe(200)
    const late = await at('parent', '2026-11-23T02:00:01Z', { status: 'Declined', note: 'was ill' })
    expect([late.status, late.refusal.code]).toEqual([412, 'event_over'])
    expect((await at('parent2', '2027-11-23T02:00:01Z')).refusal.code).toBe('event_over')
    expect((await stored(club))?.status).toBe('Accepted')
    for (const as of ['coach', 'admin'])
      expect((await at(as, '2026-12-24T00:00:00Z', { status: 'Declined' })).body.status.value).toBe('Declined')
  })

  it('can be given by the coach, but not by a follower or another player’s parent', async () => {
    const club = await aClub()
    expect((await answer(club, 'coach', { status: 'Accepted' })).status).toBe(200)
    expect((await answer(club, 'fan', { status: 'Declined' })).status).toBe(403)
    expect((await answer(club, 'parent', { status: 'Declined' }, club.leo)).status).toBe(403)
    expect((await stored(club))?.status).toBe('Accepted')
  })

  it('with a too long note is rejected, and the previous answer stays', async () => {
    const club = await aClub()
    await answer(club, 'parent', { status: 'Accepted', note: '🥅'.repeat(64) })
    const { status, refusal } = await answer(club, 'parent', { status: 'Declined', note: 'x'.repeat(65) })
    expect([status, refusal.code, refusal.message]).toEqual([400, 'note_too_long', 'Max Characters: 64'])
    expect(await stored(club)).toMatchObject({ status: 'Accepted', note: '🥅'.repeat(64) })
  })

  it('with a note of 64 characters and space around it is stored trimmed', async () => {
    const club = await aClub()
    const { status, body } = await answer(club, 'parent', { status: 'Accepted', note: ` ${'x'.repeat(64)}  ` })
    expect([status, body.note]).toEqual([200, 'x'.repeat(64)])
  })

  it('keeps markup in a note as text', async () => {
    const club = await aClub()
    const note = '<img src=x onerror=alert(1)> & "#1"'
    expect((await answer(club, 'parent', { status: 'Accepted', note })).body.note).toBe(note)
  })

  it('with an unknown status is rejected', async () => {
    const club = await aClub()
    expect((await answer(club, 'parent', { status: 'Maybe' } as never)).status).toBe(400)
    expect((await stored(club))?.status).toBe('Pending')
  })
})

describe('concurrent answers', () => {
  it('that are identical all succeed and are stored once', async () => {
    const club = await aClub()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => answer(club, 'parent', { status: 'Accepted', note: 'late' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await stored(club)).toMatchObject({ status: 'Accepted', note: 'late' })
  })

  it('of two parents both succeed, and one of them is stored with its own note', async () => {
    for (let round = 0; round < repetitions(10); round++) {
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

  it('with a withdrawal of the invite do not restore it; later answers return invite_removed', async () => {
    for (let round = 0; round < repetitions(10); round++) {
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

describe('a repeated answer', () => {
  const first = { status: 'Accepted', note: 'late', answerId: 'first', upon: 'unanswered' } as const

  it('is stored once, and each response has the current answer', async () => {
    const club = await aClub()
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(club, 'parent', first)))
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { status: { value: 'Accepted' }, note: 'late' }])
    expect(new Set(answers.map(({ body }) => body.answerId)).size).toBe(1)
    const { answeredAt } = (await stored(club)) ?? {}
    await answer(club, 'parent', first)
    await answer(club, 'parent', { status: 'Accepted', note: 'late', answerId: 'first' })
    expect(await stored(club)).toMatchObject({ answeredAt })
  })

  it('does not overwrite a later answer', async () => {
    const club = await aClub()
    const { answerId: upon } = (await answer(club, 'parent', first)).body
    await answer(club, 'parent2', { status: 'Declined', answerId: 'second', upon })
    const { status, refusal } = await answer(club, 'parent', first)
    expect([status, refusal.code]).toEqual([412, 'answered_meanwhile'])
    expect(await stored(club)).toMatchObject({ status: 'Declined', answerName: 'second' })
  })

  it('given at the same time as another one upon the same answer: one succeeds, the other gets 412', async () => {
    for (let round = 0; round < repetitions(10); round++) {
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

  it('may name the caller’s own previous answer, but not another user’s', async () => {
    const club = await aClub()
    await answer(club, 'parent', first)
    const other = await answer(club, 'parent2', { status: 'Declined', answerId: 'x', upon: 'first' })
    expect([other.status, other.refusal.code]).toEqual([412, 'answered_meanwhile'])
    expect((await answer(club, 'parent', { status: 'Declined', answerId: 'next', upon: 'first' })).status).toBe(200)
    expect((await answer(club, 'parent', { status: 'Accepted', answerId: 'last', upon: 'first' })).status).toBe(412)
  })

  it('gets a new id each time, and an earlier id is never valid again', async () => {
    const club = await aClub()
    const named = async (as: string, status: 'Accepted' | 'Declined' | 'Pending', answerId: string) =>
      (await answer(club, as, { status, answerId })).body.answerId
    const stood = [
      await named('parent', 'Accepted', 'a'),
      await named('parent', 'Declined', 'b'),
      await named('parent', 'Accepted', 'a'),
      await named('parent', 'Pending', 'c'),
    ]
    expect(new Set([...stood, 'unanswered']).size).toBe(5)
    for (const upon of ['unanswered', ...stood.slice(0, 3)]) {
      const { refusal } = await answer(club, 'parent2', { status: 'Declined', upon })
      expect(refusal.code).toBe('answered_meanwhile')
    }
    expect((await answer(club, 'parent2', { status: 'Declined', upon: stood[3]! })).status).toBe(200)
  })

  it('is not mistaken for another user’s answer with the same name', async () => {
    const club = await aClub()
    await answer(club, 'parent', { status: 'Accepted', answerId: 'same' })
    const { status } = await answer(club, 'parent2', { status: 'Declined', answerId: 'same' })
    expect(status).toBe(412)
    expect(await stored(club)).toMatchObject({ status: 'Accepted', answeredBy: club.user('parent') })
  })

  it.each(['unanswered', 'a.0123456789ab', 'l.x', '', 'x'.repeat(33), 'ä'])('cannot be named %j', async (answerId) => {
    const club = await aClub()
    expect((await answer(club, 'parent', { status: 'Accepted', answerId })).status).toBe(400)
    expect((await stored(club))?.status).toBe('Pending')
  })

  it('returns invite_removed after the invite was withdrawn, and does not restore it', async () => {
    const club = await aClub()
    await write(stamp, invites.remove({ inviteId: club.invite(club.mia) }))
    const { status, refusal } = await answer(club, 'parent', first)
    expect([status, refusal.code]).toEqual([404, 'invite_removed'])
    expect(await stored(club)).toBeUndefined()
  })

  it('without a name replaces the current answer', async () => {
    const club = await aClub()
    const { answerId: before } = (await answer(club, 'parent', first)).body
    const { status, body } = await answer(club, 'parent2', { status: 'Declined' })
    expect(status).toBe(200)
    expect(body.answerId).not.toBe(before)
  })
})
