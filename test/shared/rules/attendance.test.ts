import { describe, expect, it } from 'vitest'
import { attendanceClosesBefore, isAwaiting, phaseOf, whyCannotAnswer } from '#shared/rules/attendance.ts'

const event = { start: '2026-11-21T18:30:00-06:00', end: '2026-11-22T02:00:00Z' }

describe('the phase of an event', () => {
  it.each([
    ['2026-11-22T00:29:59.999Z', 'coming'],
    ['2026-11-22T00:30:00Z', 'underway'],
    ['2026-11-21T19:59:59-06:00', 'underway'],
    ['2026-11-22T02:00:00Z', 'over'],
  ])('at %s is %s', (now, phase) => expect(phaseOf(event, now)).toBe(phase))

  it('without a duration is “over” at once', () => {
    const start = '2026-11-22T00:30:00Z'
    expect(phaseOf({ start, end: start }, start)).toBe('over')
  })
})

describe('answers of a family', () => {
  it.each([
    ['before the event', '2026-11-20T00:00:00Z', undefined],
    ['24 hours after its end', '2026-11-23T02:00:00.000Z', undefined],
    ['one millisecond after that', '2026-11-23T02:00:00.001Z', 'event_over'],
  ])('are accepted or rejected %s', (_, now, why) => expect(whyCannotAnswer(event, now)).toBe(why))

  it.each([
    ['2026-11-23T02:00:00.000Z', false],
    ['2026-11-23T02:00:01.000Z', true],
  ])('at %s are rejected by comparing end times as text: %s', (now, closed) =>
    expect(event.end < attendanceClosesBefore(now)).toBe(closed),
  )
})

describe('an invitation', () => {
  it.each([
    ['Pending', '2026-11-22T00:29:59Z', true],
    ['Pending', '2026-11-22T00:30:00Z', false],
    ['Accepted', '2026-11-20T00:00:00Z', false],
    ['Declined', '2026-11-20T00:00:00Z', false],
  ] as const)('that is %s at %s awaits an answer: %s', (status, now, awaits) =>
    expect(isAwaiting({ status, start: event.start }, now)).toBe(awaits),
  )
})
