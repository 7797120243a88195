import { describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { write } from '#functions/table/table.ts'
import { noteAfter } from '#shared/rules/invites.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { some, tries } from '../some.ts'

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

  it('has a note of its own: another answer takes it away and gives it back to be offered, unless it brings one', async () => {
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

  it('leaves the note that the rule leaves, whatever was answered before', async () => {
    const club = await aClub()
    const statuses = ['Pending', 'Accepted', 'Declined'] as const
    const notes = [undefined, '', 'new'] as const
    for (const [i, before] of statuses.entries())
      for (const [j, after] of statuses.entries())
        for (const note of some(notes, i + j, 1)) {
          await answer(club, 'parent', { status: before, note: 'old' })
          const left = noteAfter(after, note, { status: before, note: before === 'Pending' ? null : 'old' })
          const { body } = await answer(club, 'parent', { status: after, ...(note !== undefined && { note }) })
          expect([before, after, note, body.note]).toEqual([before, after, note, left ?? null])
          const kept = await stored(club)
          expect([kept?.status, kept?.note]).toEqual([after, left])
        }
  })

  it('is given by families until a day after the event is over; coaches put right what was', async () => {
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
    for (let round = 0; round < tries(10); round++) {
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
    for (let round = 0; round < tries(10); round++) {
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
      expect([status, body]).toMatchObject([200, { status: { value: 'Accepted' }, note: 'late' }])
    expect(new Set(answers.map(({ body }) => body.answerId)).size).toBe(1)
    const { answeredAt } = (await stored(club)) ?? {}
    await answer(club, 'parent', first)
    await answer(club, 'parent', { status: 'Accepted', note: 'late', answerId: 'first' })
    expect(await stored(club)).toMatchObject({ answeredAt })
  })

  it('does not undo what was answered after it', async () => {
    const club = await aClub()
    const { answerId: upon } = (await answer(club, 'parent', first)).body
    await answer(club, 'parent2', { status: 'Declined', answerId: 'second', upon })
    const { status, refusal } = await answer(club, 'parent', first)
    expect([status, refusal.code]).toEqual([412, 'answered_meanwhile'])
    expect(await stored(club)).toMatchObject({ status: 'Declined', answerName: 'second' })
  })

  it('of two that were given upon the same one, one is taken and the other is told', async () => {
    for (let round = 0; round < tries(10); round++) {
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

  it('may be upon an own one by its name, whose reply was lost; another person’s names are nobody’s to use', async () => {
    const club = await aClub()
    await answer(club, 'parent', first)
    const other = await answer(club, 'parent2', { status: 'Declined', answerId: 'x', upon: 'first' })
    expect([other.status, other.refusal.code]).toEqual([412, 'answered_meanwhile'])
    expect((await answer(club, 'parent', { status: 'Declined', answerId: 'next', upon: 'first' })).status).toBe(200)
    expect((await answer(club, 'parent', { status: 'Accepted', answerId: 'last', upon: 'first' })).status).toBe(412)
  })

  it('is another one each time: none that stood before stands again, whatever it is called', async () => {
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

  it('by a name that stands as another person’s is not taken for theirs', async () => {
    const club = await aClub()
    await answer(club, 'parent', { status: 'Accepted', answerId: 'same' })
    const { status } = await answer(club, 'parent2', { status: 'Declined', answerId: 'same' })
    expect(status).toBe(412)
    expect(await stored(club)).toMatchObject({ status: 'Accepted', answeredBy: club.user('parent') })
  })

  it.each(['unanswered', 'a.0123456789ab', 'l.x', '', 'x'.repeat(33), 'ä'])('cannot be called %j', async (answerId) => {
    const club = await aClub()
    expect((await answer(club, 'parent', { status: 'Accepted', answerId })).status).toBe(400)
    expect((await stored(club))?.status).toBe('Pending')
  })

  it('says that the coach took the invite back, and does not bring it back', async () => {
    const club = await aClub()
    await write(stamp, invites.remove({ inviteId: club.invite(club.mia) }))
    const { status, refusal } = await answer(club, 'parent', first)
    expect([status, refusal.code]).toEqual([404, 'invite_removed'])
    expect(await stored(club)).toBeUndefined()
  })

  it('without a name replaces whatever stands', async () => {
    const club = await aClub()
    const { answerId: before } = (await answer(club, 'parent', first)).body
    const { status, body } = await answer(club, 'parent2', { status: 'Declined' })
    expect(status).toBe(200)
    expect(body.answerId).not.toBe(before)
  })
})
