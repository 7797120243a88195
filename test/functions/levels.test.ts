// own: it reads the whole table
import { describe, expect, it } from 'vitest'
import { indexes } from '#functions/table/indexes.ts'
import { call } from './call.ts'
import { aClub } from './club.ts'
import { asConfigured, type Configuration, faultsOf, storedAs } from './levels.ts'
import { wholeTable } from './wholeTable.ts'

describe('item kinds', () => {
  it('satisfy the rules of their protection level', () => {
    expect(faultsOf(asConfigured)).toEqual([])
    const opens = Object.entries(asConfigured.level).flatMap(([kind, level]) => (level === 'opens' ? [kind] : []))
    expect(Object.keys(storedAs).toSorted()).toEqual(opens.toSorted())
    // Short list items must not contain who wrote them.
    expect(indexes.gsi1.projection).not.toContain('by')
  })

  const but = (more: Partial<Configuration>): Configuration => ({ ...asConfigured, ...more })
  const worker = (name: string, kind: 'Payment key' | 'Access token' | 'Device', tells: string[]) =>
    but({ changeFilters: { ...asConfigured.changeFilters, [name]: [{ kind, tells }] } })
  const { money } = asConfigured.functions
  const planted: [string, Configuration, string][] = [
    ['without a level', but({ level: { ...asConfigured.level, Tag: undefined } }), 'Tag: has no level'],
    ['without an end', but({ term: { ...asConfigured.term, Tag: undefined } }), 'Tag: nobody knows how long it stays'],
    [
      'that no erasure knows',
      but({ ways: { ...asConfigured.ways, Tag: undefined } }),
      'Tag: nobody knows how an erasure',
    ],
    ['that opens, as anyhow', but({ lies: { ...storedAs, Feed: undefined } }), 'Feed: nothing says how it lies'],
    [
      'that opens, in one list',
      but({ indexes: { ...asConfigured.indexes, Feed: 'gsi2 FEEDS time' } }),
      'Feed: all of them lie',
    ],
    ['that opens, in the books', but({ term: { ...asConfigured.term, Feed: 'books' } }), 'Feed: it stays in the books'],
    [
      'that opens, told a worker',
      worker('x', 'Access token', ['secretHash']),
      'Access token: a worker is told secretHash',
    ],
    ['that is sealed, heard of', worker('x', 'Payment key', []), 'Payment key: a worker hears of it'],
    [
      'of people, told programs',
      worker('developers-changed', 'Device', []),
      'Device: programs of clubs are told of it',
    ],
    [
      'that opens, in a list of short items',
      but({ lies: { ...storedAs, 'Payment key': ['sealed', 'state'] } }),
      'Payment key: lists hold state',
    ],
    [
      'that opens, in a club’s log',
      but({ audited: { ...asConfigured.audited, 'Access token': ['secretHash'] } }),
      'Access token: a club’s log says secretHash',
    ],
    [
      'that is sealed, taken along to another stage',
      but({ left: { ...asConfigured.left, 'Payment key': undefined } }),
      'Payment key: a club takes it along',
    ],
    [
      'that is sealed, read by what cannot open it',
      but({
        functions: { ...asConfigured.functions, x: { ...money!, may: { read: ['KEY'], write: [] }, secrets: [] } },
      }),
      'Payment key: x may read it and cannot open it',
    ],
    [
      'of children, kept as long as the product',
      but({ term: { ...asConfigured.term, Player: 'product' } }),
      'Player: it stays as long as the product',
    ],
    ['of a club, that names somebody', but({ ways: { ...asConfigured.ways, Tag: 'club' } }), 'Tag: it names somebody'],
    [
      'of ours, in a club’s log',
      but({ audited: { ...asConfigured.audited, Counts: [] } }),
      'Counts: a club’s log keeps',
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
