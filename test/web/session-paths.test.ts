import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localPath, paths } from '#web/paths.ts'

const origin = 'https://touchline.test'

describe('the redirect after signing in', () => {
  test.each(['/today', '/o1/o1.t1/calendar', '/players?x=1#here', '/a//b', '/login-help', '/100%', '/%6Cogins'])(
    'follows %s',
    (to) => {
      expect(localPath(to, origin)).toBe(to)
    },
  )

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
    '%2F%2Felsewhere.test',
    '%2f%5celsewhere.test',
    'https:elsewhere.test',
    'https:/elsewhere.test',
    'HTTPS://elsewhere.test',
    '\\\\elsewhere.test',
    '/\\/elsewhere.test',
    '/\t\\elsewhere.test',
    '/\r\n/elsewhere.test',
    '\t//elsewhere.test',
    '\u00a0//elsewhere.test',
    '\u0000//elsewhere.test',
    '//touchline.test@elsewhere.test/',
    '//user:secret@elsewhere.test/',
    '//elsewhere。test',
    '／／elsewhere.test',
    '/./\\elsewhere.test',
    '/x/../\\elsewhere.test',
    '//[::1]/',
    '//2130706433/',
    'blob:https://elsewhere.test/x',
    'view-source:https://elsewhere.test/',
    'vbscript:msgbox(1)',
    'java\nscript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'file:///etc/passwd',
    `//elsewhere.test/${'a'.repeat(100_000)}`,
    `https://${'a'.repeat(100_000)}.test/`,
  ])('replaces %j by Today', (to) => {
    expect(localPath(to, origin)).toBe('/today')
  })

  test('follows paths of our own that only look like other origins', () => {
    for (const to of ['/%2F%2Felsewhere.test', '/%5Celsewhere.test', '/x@elsewhere.test', '/https://elsewhere.test'])
      expect(localPath(to, origin)).toBe(to)
    // Browsers encode what they follow in their own way.
    expect(localPath('/／elsewhere.test', origin)).toBe('/%EF%BC%8Felsewhere.test')
    const long = `/today?x=${'a'.repeat(100_000)}`
    expect(localPath(long, origin)).toBe(long)
  })

  test.each([
    '/login',
    '/login?redirectUri=%2Flogin',
    '/logout',
    '/logout/',
    '/LOGOUT',
    '/Login?redirectUri=%2Fplayers',
    '/%6Cogout',
    '/%6cogin/',
    '/x/../logout',
    '/logou%74%2F',
  ])('replaces %s by Today, as it would redirect in a loop', (to) => {
    expect(localPath(to, origin)).toBe('/today')
  })

  test('is always a path of our own, for any input', () => {
    const risky = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', ' ', 'a', '?', '#', '%2f', '//'),
    })
    fc.assert(
      fc.property(fc.oneof(risky, fc.webUrl(), fc.string()), (to) => {
        const path = localPath(to, origin)
        expect(path.startsWith('/') && !path.startsWith('//')).toBe(true)
        expect(new URL(path, origin).origin).toBe(origin)
      }),
      { numRuns: 2000 },
    )
  })

  test('survives encoding in the address of the login screen', () => {
    const there = '/o1/o1.t1/calendar?month=2026-11&x=a%20b'
    const { searchParams } = new URL(paths.login({}, { redirectUri: there }), origin)
    expect(localPath(searchParams.get('redirectUri'), origin)).toBe(there)
  })
})
