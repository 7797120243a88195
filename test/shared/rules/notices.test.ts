import { describe, expect, it } from 'vitest'
import {
  canBeDeferred,
  type Choices,
  isMandatory,
  isQuiet,
  isSubscribed,
  mailKindOf,
  noChoices,
} from '#shared/rules/notices.ts'

describe('a notice', () => {
  it('is on, off by choice or always on, and never sent by a channel that its kind lacks', () => {
    expect(isSubscribed(noChoices, 'news', 'mail')).toBe(true)
    expect(isSubscribed({ chosen: { 'news.mail': 'off' } }, 'news', 'mail')).toBe(false)
    expect(isSubscribed({ chosen: { 'news.mail': 'off' } }, 'chat', 'push')).toBe(true)
    expect(isSubscribed(noChoices, 'events', 'calendar')).toBe(false)
    expect(isSubscribed({ chosen: { 'events.calendar': 'on' } }, 'events', 'calendar')).toBe(true)
    expect(isSubscribed({ chosen: { 'fees.mail': 'off' } }, 'fees', 'mail')).toBe(true)
    expect(isSubscribed(noChoices, 'chat', 'mail')).toBe(false)
    expect(isSubscribed({ chosen: { 'changes.push': 'off' } }, 'changes', 'push')).toBe(false)
    expect([isMandatory('changes', 'mail'), isMandatory('news', 'mail'), isMandatory('changes', 'push')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is delayed and counted as mail, unless it is mandatory or a calendar invitation', () => {
    expect((['news', 'events', 'fees', 'chat'] as const).map(mailKindOf)).toEqual(['mail', 'calendar', 'mail', 'mail'])
    expect((['news', 'invites', 'tasks', 'events', 'fees', 'account'] as const).map(canBeDeferred)).toEqual([
      ...[true, true, true, false, false, false],
    ])
  })
})

describe('quiet hours', () => {
  const night: Choices = { chosen: {}, quiet: { from: '22:00', to: '07:00' }, timezone: 'America/Chicago' }
  it.each([
    ['2026-11-22T03:59:00Z', false],
    ['2026-11-22T04:00:00Z', true],
    ['2026-11-22T12:59:00Z', true],
    ['2026-11-22T13:00:00Z', false],
    // In daylight saving time, it is quiet an hour earlier in UTC.
    ['2027-03-15T03:00:00Z', true],
    ['2027-03-15T11:59:00Z', true],
    ['2027-03-15T12:00:00Z', false],
  ])('span midnight in the user’s time zone: %s', (now, quiet) => expect(isQuiet(night, now)).toBe(quiet))
  it('can be within a day, and are none unless chosen', () => {
    const nap = { chosen: {}, quiet: { from: '13:00', to: '14:30' }, timezone: 'Asia/Kathmandu' }
    expect([isQuiet(nap, '2026-11-22T07:15:00Z'), isQuiet(nap, '2026-11-22T08:45:00Z')]).toEqual([true, false])
    expect(isQuiet(noChoices, '2026-11-22T04:00:00Z')).toBe(false)
  })
})
