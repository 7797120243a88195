import { describe, expect, it } from 'vitest'
import { whyCannotAnswer } from '#shared/rules/attendance.ts'
import { eventFaults, isZone } from '#shared/rules/eventForm.ts'
import { eventTypesFaults, firstEventTypes, firstEventTypesInSpanish, typeIn } from '#shared/rules/eventTypes.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { countPresences, whyCannotMark } from '#shared/rules/presence.ts'

/** The faults by place: code and limit. */
const wrong = (faults: ValueFaults) =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) => (fault ? [[at, [fault.code, fault.limit].join(' ').trim()]] : [])),
  )

describe('an event', () => {
  const practice = {
    name: 'Practice',
    description: '',
    day: '2026-11-24',
    startTime: '17:30',
    endTime: '19:00',
    lastDay: '',
    field: '',
  }
  const goals = (count: number) => '🥅'.repeat(count)
  it.each<[Partial<typeof practice>, Record<string, string>]>([
    [{}, {}],
    [{ name: ' ' }, { name: 'required' }],
    [{ name: goals(64) }, {}],
    [{ name: goals(65) }, { name: 'too_long 64' }],
    [{ description: goals(2000), field: goals(32) }, {}],
    [{ description: goals(2001) }, { description: 'too_long 2000' }],
    [{ field: goals(33) }, { field: 'too_long 32' }],
    [
      { day: '', startTime: '', endTime: '' },
      { day: 'required', startTime: 'required', endTime: 'required' },
    ],
    [{ lastDay: '2026-11-25' }, {}],
    [{ lastDay: '2026-12-07' }, {}],
    [{ lastDay: '2026-12-08' }, { lastDay: 'invalid' }],
    [{ lastDay: '2026-11-24' }, { lastDay: 'invalid' }],
    [{ lastDay: '2026-11-23' }, { lastDay: 'invalid' }],
    [{ lastDay: '2026-11-23', day: '' }, { day: 'required' }],
  ])('needs a name and a time, and lasts at most two weeks: %#', (change, faults) =>
    expect(wrong(eventFaults({ ...practice, ...change }))).toEqual(faults),
  )
})

it.each([
  ['America/Chicago', true],
  ['UTC', true],
  ['+02:00', false],
  ['Chicago', false],
  ['', false],
])('%j is a known time zone: %s', (zone, is) => expect(isZone(zone)).toBe(is))

describe('the event types of a club', () => {
  it('have names', () => {
    const type = (name: string) => ({ id: name, name, color: '#000000' })
    expect(wrong(eventTypesFaults([type('x'.repeat(64)), type(' '), type('Cup\nfinal')]))).toEqual({
      'types.1.name': 'required 32',
      'types.2.name': 'not_a_name 32',
    })
  })
  it('differ in id, name and color', () => {
    for (const of of [firstEventTypes, firstEventTypesInSpanish])
      for (const values of [of.map(({ id }) => id), of.map(({ name }) => name), of.map(({ color }) => color)])
        expect([new Set(values).size, values.includes('')]).toEqual([5, false])
  })
  it('are found by id, with the last one as fallback', () => {
    expect(typeIn(firstEventTypes, 'game')?.name).toBe('Game')
    expect(typeIn(firstEventTypes, 'gone')?.name).toBe('Other')
    expect(typeIn([], 'game')).toBeUndefined()
  })
  it('are the same in Spanish except for their names', () => {
    expect(firstEventTypesInSpanish.map(({ id, color }) => ({ id, color }))).toEqual(
      firstEventTypes.map(({ id, color }) => ({ id, color })),
    )
    expect(typeIn(firstEventTypesInSpanish, 'game')?.name).toBe('Partido')
    expect(firstEventTypesInSpanish.every(({ name }, i) => name !== firstEventTypes[i]?.name)).toBe(true)
  })
})

describe('attendance', () => {
  const event = { start: '2026-11-22T02:00:00Z', timezone: 'America/Chicago' }
  it.each([
    ['on the day before, in the event’s time zone', '2026-11-21T05:59:59Z', {}, 'event_not_begun'],
    ['on its day, before its start', '2026-11-21T06:00:00Z', {}, undefined],
    ['a month later', '2026-12-21T06:00:00Z', {}, undefined],
    ['if it is canceled', '2026-11-22T03:00:00Z', { cancelled: true }, 'event_cancelled'],
  ])('can be marked %s, or not', (_when, now, more, why) => expect(whyCannotMark({ ...event, ...more }, now)).toBe(why))

  it('is counted per player', () => {
    const counts = countPresences([{ mia: 'came', leo: 'missed' }, { mia: 'late' }, {}, { mia: 'came', leo: 'missed' }])
    expect(Object.fromEntries(counts)).toEqual({
      mia: { came: 2, late: 1, missed: 0 },
      leo: { came: 0, late: 0, missed: 2 },
    })
  })
})

describe('whether a family can answer', () => {
  const end = '2026-11-22T02:00:00Z'
  const answerBy = '2026-11-20T18:00:00Z'
  it.each([
    ['a canceled event', { end, cancelled: true }, '2026-11-20T00:00:00Z', 'event_cancelled'],
    ['after the deadline', { end, answerBy }, '2026-11-20T18:00:00.001Z', 'answer_late'],
    ['a past event, whatever its deadline', { end, answerBy }, '2026-11-24T00:00:00Z', 'event_over'],
    ['at the deadline', { end, answerBy }, answerBy, undefined],
  ])('%s', (_what, event, now, why) => expect(whyCannotAnswer(event, now)).toBe(why))
})
