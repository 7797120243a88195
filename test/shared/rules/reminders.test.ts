import { describe, expect, it } from 'vitest'
import { isReminded, remindAt, reminderDue } from '#shared/rules/reminders.ts'

const chicago = 'America/Chicago'

describe('the time of a reminder', () => {
  it.each([
    ['a day before', '2026-11-24T23:30:00Z', undefined, 24, '2026-11-23T23:30:00Z'],
    // Two hours before Saturday 9 am is 7 am, during the night.
    ['on the previous evening for a morning event', '2026-11-21T15:00:00Z', undefined, 2, '2026-11-21T02:00:00Z'],
    // Two hours before Friday 11 pm is 9 pm, during the night.
    ['earlier for a late evening event', '2026-11-21T05:00:00Z', undefined, 2, '2026-11-21T02:00:00Z'],
    ['at the first hour of the day', '2026-11-21T16:00:00Z', undefined, 2, '2026-11-21T14:00:00Z'],
    [
      'on the previous evening if before the first hour of the day',
      '2026-11-21T15:59:00Z',
      undefined,
      2,
      '2026-11-21T02:00:00Z',
    ],
    ['up to the last minute before night', '2026-11-21T04:59:00Z', undefined, 2, '2026-11-21T02:59:00Z'],
    ['on the previous evening for a start in the night', '2026-11-21T08:00:00Z', undefined, 2, '2026-11-21T02:00:00Z'],
    ['before the deadline for answers', '2026-11-24T23:30:00Z', '2026-11-22T18:00:00Z', 24, '2026-11-21T18:00:00Z'],
    // Daylight saving time ends on 1 November: 24 hours before Sunday noon is Saturday 1 pm.
    [
      'the same number of hours before across a change of clocks',
      '2026-11-01T18:00:00Z',
      undefined,
      24,
      '2026-10-31T18:00:00Z',
    ],
  ])('is %s', (_, start, answerBy, hours, at) => {
    expect(remindAt({ start, timezone: chicago, answerBy }, hours)).toBe(at)
  })

  it('is due for an hour, and not once the event has begun', () => {
    const event = { start: '2026-11-24T23:30:00Z', timezone: chicago }
    const due = (now: string) => reminderDue(event, [2, 24], now)
    expect(due('2026-11-23T23:29:59Z')).toBeUndefined()
    expect(due('2026-11-23T23:30:00Z')).toBe(24)
    expect(due('2026-11-24T00:29:59Z')).toBe(24)
    expect(due('2026-11-24T00:30:00Z')).toBeUndefined()
    expect(due('2026-11-24T21:30:00Z')).toBe(2)
    expect(due('2026-11-24T21:29:59Z')).toBeUndefined()
    expect(due('2026-11-24T22:30:00Z')).toBeUndefined()
    // Reminders precede the deadline for answers: here on the evening before that morning, and none once it has passed.
    const morning = { start: '2026-11-24T23:30:00Z', answerBy: '2026-11-24T14:00:00Z', timezone: chicago }
    expect(reminderDue(morning, [2], '2026-11-24T02:30:00Z')).toBe(2)
    expect(reminderDue({ ...event, answerBy: '2026-11-24T12:00:00Z' }, [24], '2026-11-24T12:00:00Z')).toBeUndefined()
  })

  it('is due once for several reminders on the same evening, and not after a later one was sent', () => {
    // Saturday 9 am: two and six hours before are during the night, and both move to the evening before.
    const morning = { start: '2026-11-21T15:00:00Z', timezone: chicago }
    for (const now of ['2026-11-21T02:00:00Z', '2026-11-21T02:15:00Z', '2026-11-21T02:45:00Z'])
      expect(reminderDue(morning, [6, 2, 24], now)).toBe(2)
    expect([undefined, 24, 6, 2].map((reminded) => isReminded(reminded, 6))).toEqual([false, false, true, true])
  })
})
