import { describe, expect, it } from 'vitest'
import { cookieAmong, inPlaceIn, textInPlace } from '#shared/rules/inPlace.ts'
import { isReadAlong } from '#shared/rules/chatSafety.ts'
import { isOnlyThemselves } from '#shared/rules/onlyThemselves.ts'

const key = 'aB_-'.repeat(10) + 'xyz'

describe('acting in somebody’s place', () => {
  it('is written with the second in which it ends, and read back', () => {
    const text = `user-1.${key}.1795262400`
    expect(textInPlace({ userId: 'user-1', key, ends: '2026-11-21T12:00:00.000Z' })).toBe(text)
    expect(inPlaceIn(text)).toEqual({ userId: 'user-1', key, ends: '2026-11-21T12:00:00.000Z' })
  })
  it.each([
    '',
    `.${key}.1795262400`,
    `user 1.${key}.1795262400`,
    `${'u'.repeat(65)}.${key}.1795262400`,
    `user-1.${key}x.1795262400`,
    `user-1.${key.slice(1)}.1795262400`,
    `user-1.${key.replace('_', '.')}.1795262400`,
    `user-1.${key}.`,
    `user-1.${key}.soon`,
    `user-1.${key}.${'1'.repeat(12)}`,
    `x user-1.${key}.1795262400`,
    `user-1.${key}.1795262400 x`,
  ])('is nothing that %j says', (text) => expect(inPlaceIn(text)).toBeUndefined())
  it('is found among cookies by its whole name', () => {
    expect(cookieAmong(['a=1', ' touchline-in-place=u.k.1', 'b=2'])).toBe('u.k.1')
    expect(cookieAmong(['not-touchline-in-place=u', 'touchline-in-places=u', 'a=touchline-in-place='])).toBeUndefined()
    expect(cookieAmong([])).toBeUndefined()
  })
  it('is refused what only they may do by the whole of a route', () => {
    expect(isOnlyThemselves('GET /rest-api/privacy/export')).toBe(true)
    for (const key of [
      'POST /rest-api/fee/x',
      'POST /rest-api/organization/billing/x',
      'PUT /rest-api/staff/promotions',
      'GET /rest-api/fee/payment-accounts/toggle/x',
      'GET /rest-api/payments/purchase/x',
      'POST /rest-api/register/{registrationId}/finalize',
      'PUT /rest-api/registration/payment-accounts/x',
      'POST /rest-api/session/end-all',
      'POST /rest-api/feeds/x',
      'POST /rest-api/developers/x',
      'POST /rest-api/organization/administrators/x',
      'POST /rest-api/families/player/{playerId}/invite',
      'PUT /rest-api/families/player/{playerId}/rights',
      'POST /rest-api/today/requests/{requestId}/grant',
      'GET /rest-api/push/x',
      'GET /rest-api/chat/x',
      'GET /rest-api/support',
      'POST /rest-api/agreements/agreement/{agreementId}/sign',
      'PUT /rest-api/pictures/player/{playerId}/audience',
      'GET /rest-api/privacy/x',
    ]) {
      expect(isOnlyThemselves(key)).toBe(true)
      expect(isOnlyThemselves(`X${key}`)).toBe(false)
    }
    expect(isOnlyThemselves('GET /rest-api/chat/unread-count')).toBe(false)
    expect(isOnlyThemselves('GET /rest-api/chat/unread-count/x')).toBe(true)
  })
})

it('guardians read along up to the birthday that the club has said, and of a child without one', () => {
  expect(isReadAlong('2010-11-22', 16, '2026-11-21')).toBe(true)
  expect(isReadAlong('2010-11-21', 16, '2026-11-21')).toBe(false)
  expect(isReadAlong(undefined, 16, '2026-11-21')).toBe(true)
  expect(isReadAlong(undefined, 0, '2026-11-21')).toBe(false)
  expect(isReadAlong('2026-11-22', 0, '2026-11-21')).toBe(false)
})
