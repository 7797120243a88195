import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownPath, paths } from '#web/paths.ts'

const origin = 'https://touchline.test'

describe('the way back after signing in', () => {
  test.each(['/today', '/o1/o1.t1/calendar', '/players?x=1#here', '/a//b', '/login-help'])('%s is followed', (to) => {
    expect(ownPath(to, origin)).toBe(to)
  })

  test.each([
    null,
    '',
    'today',
    'https://elsewhere.test/today',
    '//elsewhere.test/today',
    '/\\elsewhere.test',
    '\\/elsewhere.test',
    '/\t/elsewhere.test',
    '/\n/elsewhere.test',
    '/.//elsewhere.test',
    '/x/..//elsewhere.test',
    '///elsewhere.test',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,hello',
    'https://touchline.test@elsewhere.test/',
  ])('%j leads to Today', (to) => {
    expect(ownPath(to, origin)).toBe('/today')
  })

  test.each(['/login', '/login?redirectUri=%2Flogin', '/logout', '/logout/'])('%s would go round in circles', (to) => {
    expect(ownPath(to, origin)).toBe('/today')
  })

  test('whatever is asked, the answer is a path of our own', () => {
    const risky = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', ' ', 'a', '?', '#', '%2f', '//'),
    })
    fc.assert(
      fc.property(fc.oneof(risky, fc.webUrl(), fc.string()), (to) => {
        const path = ownPath(to, origin)
        expect(path.startsWith('/') && !path.startsWith('//')).toBe(true)
        expect(new URL(path, origin).origin).toBe(origin)
      }),
      { numRuns: 2000 },
    )
  })

  test('survives being written into the address of the login screen', () => {
    const there = '/o1/o1.t1/calendar?month=2026-11&x=a%20b'
    const { searchParams } = new URL(paths.login(there), origin)
    expect(ownPath(searchParams.get('redirectUri'), origin)).toBe(there)
  })
})
