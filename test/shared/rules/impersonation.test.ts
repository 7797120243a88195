import { describe, expect, it } from 'vitest'
import { findCookie, parseImpersonation } from '#shared/rules/impersonation.ts'
import { isReadAlong } from '#shared/rules/chatSafety.ts'
import { isPersonalRoute } from '#shared/rules/personalRoutes.ts'

describe('the cookie for acting on behalf of a user', () => {
  it('contains the user and the end in seconds', () =>
    expect(parseImpersonation('user-1.1795262400')).toEqual({ userId: 'user-1', ends: '2026-11-21T12:00:00.000Z' }))
  it.each([
    '',
    '.1795262400',
    'user 1.1795262400',
    `${'u'.repeat(65)}.1795262400`,
    'user-1.key.1795262400',
    'user-1.',
    'user-1.soon',
    `user-1.${'1'.repeat(12)}`,
    'x user-1.1795262400',
    'user-1.1795262400 x',
  ])('is ignored when it is %j', (text) => expect(parseImpersonation(text)).toBeUndefined())
  it('is found among cookies by its full name', () => {
    const all = ['a=1', '__Host-touchline-in-place-key=k', ' __Host-touchline-in-place=u.1', 'b=2']
    expect(findCookie(all)).toBe('u.1')
    expect(findCookie(all, '__Host-touchline-in-place-key')).toBe('k')
    // Another host may set a cookie without the prefix.
    expect(findCookie(['touchline-in-place=u', '__Host-touchline-in-places=u', 'a=__Host-x='])).toBeUndefined()
    expect(findCookie([])).toBeUndefined()
  })
  it('the routes reserved to the user are matched by their whole path', () => {
    expect(isPersonalRoute('GET /rest-api/privacy/export')).toBe(true)
    for (const key of [
      'POST /rest-api/fee/x',
      'POST /rest-api/organization/billing/x',
      'PUT /rest-api/staff/promotions',
      'GET /rest-api/fee/payment-accounts/toggle/x',
      'GET /rest-api/payments/purchase/x',
      'POST /rest-api/register/{registrationId}/finalize',
      'POST /rest-api/register/{registrationId}/cancel',
      'PUT /rest-api/registration/payment-accounts/x',
      'POST /rest-api/session/end-all',
      'POST /rest-api/feeds/x',
      'POST /rest-api/developers/x',
      'POST /rest-api/organization/administrators/x',
      'POST /rest-api/families/leave',
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
      expect(isPersonalRoute(key)).toBe(true)
      expect(isPersonalRoute(`X${key}`)).toBe(false)
    }
    expect(isPersonalRoute('GET /rest-api/chat/unread-count')).toBe(false)
    expect(isPersonalRoute('GET /rest-api/chat/unread-count/x')).toBe(true)
  })
})

it('guardians can read a child’s chat until the age set by the club, or if the birth date is unknown', () => {
  expect(isReadAlong('2010-11-22', 16, '2026-11-21')).toBe(true)
  expect(isReadAlong('2010-11-21', 16, '2026-11-21')).toBe(false)
  expect(isReadAlong(undefined, 16, '2026-11-21')).toBe(true)
  expect(isReadAlong(undefined, 0, '2026-11-21')).toBe(false)
  expect(isReadAlong('2026-11-22', 0, '2026-11-21')).toBe(false)
})
