import { describe, expect, test } from 'vitest'
import { prefixesOf } from '#infra/prefixes.ts'
import { routes } from '#shared/api/index.ts'

describe('path patterns of the API', () => {
  test.each([
    ['cover the whole first segment of an API', ['GET /api/v1/today', 'GET /api/v1/team/{teamId}'], ['/api/*']],
    [
      'are unique and sorted',
      ['POST /apiV1/cloneEventToTeams/', 'GET /rest-api/users/profile', 'PUT /rest-api/tag/association/add/{id}'],
      ['/apiV1/*', '/rest-api/*'],
    ],
    [
      'cover only the stated routes of segments shared with pages',
      [
        'GET /user/updateInviteStatus/{inviteFile}',
        'POST /event/addPlayerInvite',
        'POST /orgUnit/removePlayerInvite/{inviteId}',
      ],
      ['/event/addPlayerInvite', '/orgUnit/removePlayerInvite/*', '/user/updateInviteStatus/*'],
    ],
    [
      'replace parameters in the middle by wildcards',
      ['POST /o/{orgUnitId}/archive', 'POST /o/{orgUnitId}/unarchive'],
      ['/o/*/archive', '/o/*/unarchive'],
    ],
    ['are empty for an empty contract', [], []],
  ])('%s', (_what, keys, patterns) => {
    expect(prefixesOf(keys)).toEqual(patterns)
  })
})

/** CloudFront's pattern matching. */
const matches = (pattern: string, path: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
  ).test(path)

const stated = [
  'GET /user/updateInviteStatus/{inviteFile}',
  'POST /event/addPlayerInvite',
  'POST /event/addPlayerInviteForAllUninvitedPlayers',
  'POST /orgUnit/removePlayerInvite/{inviteId}',
  'POST /apiV1/cloneEventToTeams/',
  'POST /o/{orgUnitId}/archive',
  'POST /o/{orgUnitId}/unarchive',
]
const patterns = prefixesOf([...routes.map(({ key }) => key), ...stated])

test('every route matches one of them', () => {
  for (const key of [...routes.map(({ key }) => key), ...stated]) {
    const path = key.slice(key.indexOf(' ') + 1).replaceAll(/\{\w+\}/g, 'o1.t2')
    expect(patterns.some((pattern) => matches(pattern, path))).toBe(true)
  }
})

test.each([
  '/today',
  '/o1/o1.t2/teams',
  '/o1/o1.t2/calendar',
  '/academy/storage/organization/f1',
  '/user/edit/u1',
  '/user/index',
  '/o/o1/exportPlayers',
  '/o/o1/addPlayers',
  '/o/o1/inviteFamilies',
  '/organizations',
  '/event',
  '/config.json',
  '/assets/api-BvT3xQ1a.js',
])('the page %s matches none of them', (path) => {
  expect(patterns.filter((pattern) => matches(pattern, path))).toEqual([])
})

test('they fit into one distribution', () => {
  expect(patterns.length).toBeLessThan(25)
})
