import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchPath } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { openapi, whatIsWrong } from '#scripts/openapi.ts'
import { routes } from '#shared/api/index.ts'
import { isAboutSubject } from '#shared/permissions.ts'
import { screenList } from '#web/screens.ts'

/** The calls and screens of the specification that stand now, as it writes them. A missing one fails here. */
const statedCalls = [
  'GET /rest-api/users/profile',
  'GET /rest-api/users/expiration-token',
  'GET /rest-api/users/token',
  'GET /rest-api/users/feature-walkthrough',
  'POST /rest-api/users/update-feature-walkthrough',
  'GET /api/v1/today',
  'GET /rest-api/chat/unread-count',
  'GET /api/v1/playersAndTeams',
  'GET /api/v1/playerEvents',
  'GET /api/v1/teamEventsByMonth/{id}',
  'GET /api/v1/team/{id}',
  'GET /user/updateInviteStatus/{id}.json',
  'POST /api/v1/requestInvite',
  'POST /api/v1/requestAccessToTeam',
]
const statedScreens = [
  '/',
  '/dashboard',
  '/today',
  '/players',
  '/calendar',
  '/{orgId}/{teamId?}/teams/{menu?}',
  '/{orgId}/{teamId}/calendar',
  '/user/edit/{userId}',
  '/login',
  '/logout',
]

/** A call without the names of its parameters; a parameter that is a file is a whole segment at the gateway. */
const shape = (call: string) => call.replaceAll(/\{\w*File\}/g, '{}.json').replaceAll(/\{\w+\}/g, '{}')

describe('the specification', () => {
  it.each(statedCalls)('has its call %s', (call) => {
    expect(routes.map(({ key }) => shape(key))).toContain(shape(call))
  })
  it.each(statedScreens)('has its screen %s', (path) => {
    const patterns = screenList.map(({ path }) => path).filter((pattern) => pattern !== '*')
    const [full, short] = [
      path.replaceAll(/\{(\w+)\??\}/g, 'x'),
      path.replaceAll(/\/\{\w+\?\}/g, '').replaceAll(/\{\w+\}/g, 'x'),
    ]
    for (const address of [full, short]) expect(patterns.some((pattern) => matchPath(pattern, address))).toBe(true)
  })
})

/** What the specification says, a sentence a line, with the test that shows it: section, sentence, file, title. */
const sentences = readFileSync(join(import.meta.dirname, 'sentences.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [section: string, sentence: string, file: string, title: string])

/** A test and its title; the table of `it.each` may stand between. */
const running = /\b(?:it|test)(?:\.each[^]*?\))?\(\s*(?:'([^'\n]+)'|`([^`\n]+)`|"([^"\n]+)"),\s/g

describe('what it says', () => {
  it.each(sentences)('of %s: %s', (_section, _sentence, file, title) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    // A test that runs, by its own title: the one of a group shows nothing, and the lint lets none be skipped.
    const titles = [...source.matchAll(running)].map((found) => found.slice(1).join(''))
    expect(titles).toContain(title)
  })
  it('says nothing twice', () => {
    expect(new Set(sentences.map(([, sentence]) => sentence)).size).toBe(sentences.length)
  })
})

describe('the contract', () => {
  it('names no route twice, and says of each what it does and whom it lets in', () => {
    expect(new Set(routes.map(({ key }) => key)).size).toBe(routes.length)
    for (const { route } of routes) expect(route.does).toMatch(/^[A-Z].+\.$/)
  })
  it('names a subject for every permission that needs one', () => {
    for (const { key, route } of routes) {
      if (!isAboutSubject(route.can)) continue
      const [where, name = ''] = (route.subject ?? '').split('.')
      expect([key, where]).toEqual([key, expect.stringMatching(/path|query|body/)])
      if (where === 'path') expect(key).toContain(`{${name}}`)
    }
  })
  it('is a valid OpenAPI 3.1 document', async () => {
    const document = openapi()
    expect(await whatIsWrong(document)).toBeUndefined()
    expect(Object.keys(document.paths)).toHaveLength(new Set(routes.map(({ key }) => key.split(' ')[1])).size)
  })
})
