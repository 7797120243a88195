// own: it reads the whole table
import { describe, expect, it } from 'vitest'
import { indexes } from '#functions/table/indexes.ts'
import { call } from './call.ts'
import { aClub } from './club.ts'
import { asItIs, faultsOf, lies, type Treated } from './levels.ts'
import { wholeTable } from './wholeTable.ts'

describe('item kinds', () => {
  it('satisfy the rules of their protection level', () => {
    expect(faultsOf(asItIs)).toEqual([])
    const opens = Object.entries(asItIs.level).flatMap(([kind, level]) => (level === 'opens' ? [kind] : []))
    expect(Object.keys(lies).toSorted()).toEqual(opens.toSorted())
    // Short list items must not contain who wrote them.
    expect(indexes.gsi1.projection).not.toContain('by')
  })

  const but = (more: Partial<Treated>): Treated => ({ ...asItIs, ...more })
  const worker = (name: string, kind: 'Payment key' | 'Access token' | 'Device', tells: string[]) =>
    but({ changeFilters: { ...asItIs.changeFilters, [name]: [{ kind, tells }] } })
  const { money } = asItIs.functions
  const planted: [string, Treated, string][] = [
    ['without a level', but({ level: { ...asItIs.level, Tag: undefined } }), 'Tag: has no level'],
    ['without an end', but({ term: { ...asItIs.term, Tag: undefined } }), 'Tag: nobody knows how long it stays'],
    ['that no erasure knows', but({ ways: { ...asItIs.ways, Tag: undefined } }), 'Tag: nobody knows how an erasure'],
    ['that opens, as anyhow', but({ lies: { ...lies, Feed: undefined } }), 'Feed: nothing says how it lies'],
    [
      'that opens, in one list',
      but({ indexes: { ...asItIs.indexes, Feed: 'gsi2 FEEDS time' } }),
      'Feed: all of them lie',
    ],
    ['that opens, in the books', but({ term: { ...asItIs.term, Feed: 'books' } }), 'Feed: it stays in the books'],
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
      but({ lies: { ...lies, 'Payment key': ['sealed', 'state'] } }),
      'Payment key: lists hold state',
    ],
    [
      'that opens, in a club’s log',
      but({ audited: { ...asItIs.audited, 'Access token': ['secretHash'] } }),
      'Access token: a club’s log says secretHash',
    ],
    [
      'that is sealed, taken along to another stage',
      but({ left: { ...asItIs.left, 'Payment key': undefined } }),
      'Payment key: a club takes it along',
    ],
    [
      'that is sealed, read by what cannot open it',
      but({ functions: { ...asItIs.functions, x: { ...money!, may: { read: ['KEY'], write: [] }, secrets: [] } } }),
      'Payment key: x may read it and cannot open it',
    ],
    [
      'of children, kept as long as the product',
      but({ term: { ...asItIs.term, Player: 'product' } }),
      'Player: it stays as long as the product',
    ],
    ['of a club, that names somebody', but({ ways: { ...asItIs.ways, Tag: 'club' } }), 'Tag: it names somebody'],
    ['of ours, in a club’s log', but({ audited: { ...asItIs.audited, Counts: [] } }), 'Counts: a club’s log keeps'],
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
