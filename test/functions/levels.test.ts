// own: it reads the whole table
import { describe, expect, it } from 'vitest'
import { indexes } from '#functions/table/indexes.ts'
import { call } from './call.ts'
import { aClub } from './club.ts'
import { actualConfiguration, type Configuration, faultsOf, storedAs } from './levels.ts'
import { wholeTable } from './wholeTable.ts'

describe('item kinds', () => {
  it('satisfy the rules of their protection level', () => {
    expect(faultsOf(actualConfiguration)).toEqual([])
    const opens = Object.entries(actualConfiguration.level).flatMap(([kind, level]) =>
      level === 'opens' ? [kind] : [],
    )
    expect(Object.keys(storedAs).toSorted()).toEqual(opens.toSorted())
    // Short list items must not contain who wrote them.
    expect(indexes.gsi1.projection).not.toContain('by')
  })

  const but = (more: Partial<Configuration>): Configuration => ({ ...actualConfiguration, ...more })
  const worker = (name: string, kind: 'Payment key' | 'Access token' | 'Device', tells: string[]) =>
    but({ changeFilters: { ...actualConfiguration.changeFilters, [name]: [{ kind, tells }] } })
  const { money } = actualConfiguration.functions
  const planted: [string, Configuration, string][] = [
    [
      'without a protection level',
      but({ level: { ...actualConfiguration.level, Tag: undefined } }),
      'Tag: has no protection level',
    ],
    [
      'without a retention period',
      but({ term: { ...actualConfiguration.term, Tag: undefined } }),
      'Tag: has no retention period',
    ],
    [
      'unknown to the erasure',
      but({ erasureWays: { ...actualConfiguration.erasureWays, Tag: undefined } }),
      'Tag: is unknown to the erasure',
    ],
    [
      'that give access, stored in an unstated form',
      but({ lies: { ...storedAs, Feed: undefined } }),
      'Feed: no form of storage',
    ],
    [
      'that give access, listed in one index',
      but({ indexes: { ...actualConfiguration.indexes, Feed: 'gsi2 FEEDS time' } }),
      'Feed: an index lists all',
    ],
    [
      'that give access, kept as long as the books',
      but({ term: { ...actualConfiguration.term, Feed: 'books' } }),
      'Feed: is kept as long as the books',
    ],
    [
      'that give access, sent to a worker',
      worker('x', 'Access token', ['secretHash']),
      'Access token: a worker gets secretHash',
    ],
    [
      'that are sealed, announced to a worker',
      worker('x', 'Payment key', []),
      'Payment key: it is announced to a worker',
    ],
    [
      'about people, announced to clubs’ programs',
      worker('developers-changed', 'Device', []),
      'Device: is announced to programs of clubs',
    ],
    [
      'that give access, projected into lists',
      but({ lies: { ...storedAs, 'Payment key': ['sealed', 'state'] } }),
      'Payment key: lists contain state',
    ],
    [
      'that give access, written to a club’s log',
      but({ audited: { ...actualConfiguration.audited, 'Access token': ['secretHash'] } }),
      'Access token: a club’s log contains secretHash',
    ],
    [
      'that are sealed, exported to another stage',
      but({ left: { ...actualConfiguration.left, 'Payment key': undefined } }),
      'Payment key: a club’s export contains it',
    ],
    [
      'that are sealed, read by a function without the key',
      but({
        functions: {
          ...actualConfiguration.functions,
          x: { ...money!, may: { read: ['KEY'], write: [] }, secrets: [] },
        },
      }),
      'Payment key: x may read it but has no key',
    ],
    [
      'about children, never deleted',
      but({ term: { ...actualConfiguration.term, Player: 'product' } }),
      'Player: is never deleted',
    ],
    [
      'that name a person, treated as club data',
      but({ erasureWays: { ...actualConfiguration.erasureWays, Tag: 'club' } }),
      'Tag: names a person',
    ],
    [
      'of the platform, written to a club’s log',
      but({ audited: { ...actualConfiguration.audited, Counts: [] } }),
      'Counts: is written to a club’s log',
    ],
  ]
  it.each(planted)('with a fault are reported: %s', (_what, treated, fault) => {
    const found = faultsOf(treated)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(fault)
  })
})

it('access tokens and calendar addresses are stored only as hashes', async () => {
  const club = await aClub()
  const as = club.user('admin')
  const { organizationId: orgId } = club
  const token = { tokenId: 'L'.repeat(20), name: 'Display', areas: ['calendar' as const], days: 90 as const }
  const made = await call('POST /rest-api/developers/tokens/{orgId}', { as, orgId, body: token })
  const feedId = 'L'.repeat(22)
  const feed = await call('POST /rest-api/feeds/family', { as, body: { feedId, label: 'Phone', language: 'en' } })
  const secrets = [
    made.body.token.slice(-43),
    feed.body.path
      .split('/')
      .at(-1)
      ?.replace(/\.ics$/, '')
      .slice(-30) ?? '',
  ]
  expect(secrets.every((secret) => secret.length >= 30)).toBe(true)
  const items = await wholeTable()
  const text = JSON.stringify(items)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  const of = items.filter(
    ({ tokenId, feedId: id, userId }) => userId === as && (tokenId === token.tokenId || id === feedId),
  )
  expect(of.map(({ secretHash }) => secretHash)).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
})
