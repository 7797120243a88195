import { globSync, readFileSync } from 'node:fs'
import { matchPath } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { openapi, validate } from '#scripts/openapi.ts'
import { routes } from '#shared/api/index.ts'
import { flags, isAboutSubject } from '#shared/permissions.ts'
import { screenList } from '#web/screens.ts'
import { calls, screens, sentences, states, testOf, titlesIn } from './tables.ts'

/** A route without its parameter names; a file parameter is a whole path segment at the gateway. */
const shape = (call: string) => call.replaceAll(/\{\w*File\}/g, '{}.json').replaceAll(/\{\w+\}/g, '{}')
const known = new Set(routes.map(({ key }) => shape(key)))

/** Example addresses of a path: with all optional parameters, and with none. */
const addresses = (path: string) => [
  path.replaceAll(/\{\w+\??\}/g, 'x'),
  path.replaceAll(/\/\{\w+\?\}/g, '').replaceAll(/\{\w+\}/g, 'x'),
]
const patterns = screenList.map(({ path }) => path).filter((path) => path !== '*')
const leadsSomewhere = (path: string) =>
  path === 'any other'
    ? screenList.some(({ path }) => path === '*')
    : addresses(path).every((address) => patterns.some((pattern) => matchPath(pattern, address)))

const counted = (rows: { area: string }[]) => {
  const counts: Record<string, number> = {}
  for (const { area } of rows) counts[area] = (counts[area] ?? 0) + 1
  return counts
}

describe('calls that are in the contract exactly if they are built', () => {
  it.each(calls)('$area: $call', ({ call, route, state }) => {
    const key = shape(route || call)
    const isCall = /^[A-Z]+ \//.test(key)
    expect(isCall || state !== 'built').toBe(true)
    expect(known.has(key)).toBe(state === 'built')
  })
})

describe('screens that exist exactly if they are built', () => {
  it.each(screens)('$area: $path', ({ path, state }) => {
    expect(leadsSomewhere(path)).toBe(state === 'built')
  })
})

describe('sentences that are built if a test shows them', () => {
  const built = sentences.filter(({ state }) => state === 'built')
  it.each(built)('$area: $sentence', ({ shown }) => {
    const { file, title } = testOf(shown)
    // Lint forbids skipped tests, and the report checks that the test has run.
    expect(titlesIn(file)).toContain(title)
  })
  it('state a reason if decided otherwise, and nothing if not built yet', () => {
    for (const { sentence, state, shown } of sentences)
      expect([sentence, shown !== '']).toEqual([sentence, state !== 'not yet'])
  })
})

describe('the tables', () => {
  it('have known states and no repetitions', () => {
    for (const rows of [calls, screens, sentences]) for (const { state } of rows) expect(states).toContain(state)
    for (const all of [
      calls.map(({ area, call }) => `${area} ${call}`),
      screens.map(({ path }) => path),
      sentences.map(({ sentence }) => sentence),
    ])
      expect(all.filter((each, i) => all.indexOf(each) !== i)).toEqual([])
  })
  it('keep their number of lines', () => {
    expect({ calls: counted(calls), screens: counted(screens), sentences: counted(sentences) }).toMatchInlineSnapshot(`
      {
        "calls": {
          "academy": 31,
          "assignments": 13,
          "billing": 5,
          "calendar": 8,
          "chat": 9,
          "email": 5,
          "fees": 11,
          "organizations": 2,
          "payment-accounts": 7,
          "register": 11,
          "registrations": 51,
          "session": 6,
          "staff": 2,
          "subscriptions": 14,
          "teams": 14,
          "today": 5,
        },
        "screens": {
          "academy": 4,
          "assignments": 3,
          "billing": 1,
          "calendar": 3,
          "chat": 2,
          "email": 3,
          "fees": 1,
          "organizations": 6,
          "register": 5,
          "registrations": 3,
          "session": 3,
          "shell": 4,
          "staff": 9,
          "subscriptions": 4,
          "teams": 5,
          "today": 1,
        },
        "sentences": {
          "academy": 35,
          "assignments": 13,
          "billing": 13,
          "calendar": 10,
          "chat": 7,
          "email": 4,
          "fees": 4,
          "organizations": 5,
          "payment-accounts": 19,
          "register": 24,
          "registrations": 27,
          "session": 31,
          "shell": 85,
          "staff": 2,
          "subscriptions": 12,
          "teams": 29,
          "today": 43,
        },
      }
    `)
  })
})

it('the permission flags are those of the specification', () => {
  expect([...flags].toSorted().join(' ')).toBe(
    'canAddNewTeams canEditAdministrators canEditBilling canEditEvents canEditFees canEditPlayers canEditTeam canManageRegistration canReceiveAvailabilityEmails canSendMessages chatEnabled',
  )
})

describe('the contract', () => {
  it('has unique routes with a description', () => {
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
    expect(await validate(document)).toBeUndefined()
    const door = globSync(['functions/serve.ts', 'functions/http/*.ts'])
      .map((file) => readFileSync(file, 'utf8'))
      .join('')
    for (const [, code] of door.matchAll(/Problem\((?:\w+ \? )?'(\w+)'/g))
      expect(`${JSON.stringify(document.info)} ${JSON.stringify(document.paths)}`).toContain(code)
    expect(Object.keys(document.paths)).toHaveLength(new Set(routes.map(({ key }) => key.split(' ')[1])).size)
  })
})
