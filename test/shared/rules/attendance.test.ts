import { describe, expect, it } from 'vitest'
import { closedBefore, isAwaiting, phaseOf, whyCannotAnswer } from '#shared/rules/attendance.ts'

const event = { start: '2026-11-21T18:30:00-06:00', end: '2026-11-22T02:00:00Z' }

describe('an event in time', () => {
  it.each([
    ['2026-11-22T00:29:59.999Z', 'coming'],
    ['2026-11-22T00:30:00Z', 'underway'],
    ['2026-11-21T19:59:59-06:00', 'underway'],
    ['2026-11-22T02:00:00Z', 'over'],
  ])('is at %s %s', (now, phase) => expect(phaseOf(event, now)).toBe(phase))

  it('is over at once when it has no length', () => {
    const start = '2026-11-22T00:30:00Z'
    expect(phaseOf({ start, end: start }, start)).toBe('over')
  })
})

describe('a family', () => {
  it.each([
    ['before it', '2026-11-20T00:00:00Z', undefined],
    ['24 hours after its end', '2026-11-23T02:00:00.000Z', undefined],
    ['a moment later', '2026-11-23T02:00:00.001Z', 'event_over'],
  ])('answers an event %s, or not', (_, now, why) => expect(whyCannotAnswer(event, now)).toBe(why))

  it.each([
    ['2026-11-23T02:00:00.000Z', false],
    ['2026-11-23T02:00:01.000Z', true],
  ])('is refused at %s by ends that are compared as text too: %s', (now, closed) =>
    expect(event.end < closedBefore(now)).toBe(closed),
  )
})

describe('an invite waits', () => {
  it.each([
    ['Pending', '2026-11-22T00:29:59Z', true],
    ['Pending', '2026-11-22T00:30:00Z', false],
    ['Accepted', '2026-11-20T00:00:00Z', false],
    ['Declined', '2026-11-20T00:00:00Z', false],
  ] as const)('for an answer, being %s at %s: %s', (status, now, awaits) =>
    expect(isAwaiting({ status, start: event.start }, now)).toBe(awaits),
  )
})
