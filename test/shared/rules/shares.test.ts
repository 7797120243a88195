import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  accessTo,
  type AccessType,
  accessTypes,
  chainOf,
  childrenIn,
  coachedTeams,
  canMoveInto,
  isAtLeast,
  isStaffOf,
  type LibraryNode,
  mayRemoveShare,
  mayChangeShare,
  partyOfUser,
  readerAs,
  readerOf,
  type Tree,
  userOf,
  higherAccess,
} from '#shared/rules/shares.ts'
import { noAccess } from '#shared/permissions.ts'

/** A plain model: shares are pushed down from folder to folder, and the highest access counts. */
type Thing = {
  id: string
  parent: number | undefined
  isFolder: boolean
  deleted: boolean
  shares: [string, AccessType][]
}

const parties = ['user:a', 'user:b', 'team', 'player', 'club']
const thing = fc.record({
  parent: fc.option(fc.nat(11), { nil: undefined }),
  isFolder: fc.boolean(),
  deleted: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  shares: fc.array(fc.tuple(fc.constantFrom(...parties), fc.constantFrom(...accessTypes)), { maxLength: 2 }),
})
/** Each item is in a folder made before it, so there are no cycles. */
const world = fc.array(thing, { minLength: 1, maxLength: 12 }).map((all): Thing[] => {
  const made: Thing[] = []
  for (const [i, each] of all.entries()) {
    const at = each.parent === undefined || i === 0 ? undefined : each.parent % i
    const parent = at !== undefined && made[at]?.isFolder ? at : undefined
    made.push({ ...each, id: `s${i}`, parent })
  }
  return made
})

function expected(
  world: readonly Thing[],
  index: number,
  reader: { owns: boolean; parties: ReadonlySet<string> },
): AccessType | undefined {
  const { parent, deleted, shares } = world[index]!
  if (deleted) return undefined
  const around = parent === undefined ? undefined : expected(world, parent, reader)
  if (parent !== undefined && isHidden(world, parent)) return undefined
  if (reader.owns) return 'OWNER'
  const own = shares.filter(([party]) => reader.parties.has(party)).map(([, access]) => access)
  return [...own, ...(around ? [around] : [])].toSorted((a, b) => accessTypes.indexOf(b) - accessTypes.indexOf(a))[0]
}
const isHidden = (world: readonly Thing[], index: number): boolean => {
  const { deleted, parent } = world[index]!
  return deleted || (parent !== undefined && isHidden(world, parent))
}

/** As stored: the later of two shares with the same party counts, as in an object. */
const once = (things: Thing[]): Thing[] => things.map((each) => ({ ...each, shares: [...new Map(each.shares)] }))
const treeOf = (things: readonly Thing[]): Tree =>
  Object.fromEntries(
    things.flatMap(({ id, parent, isFolder, deleted, shares }): [string, LibraryNode][] => {
      if (!isFolder && shares.length === 0 && !deleted) return []
      const place = parent === undefined ? {} : { parentId: things[parent]!.id }
      return [
        [
          id,
          {
            ...(isFolder && { name: id, ...place }),
            ...(deleted && { deleted: true }),
            ...(shares.length > 0 && { shares: Object.fromEntries(shares) }),
          },
        ],
      ]
    }),
  )
const placeOf = (things: readonly Thing[], { id, parent }: Thing) => ({
  id,
  parentId: parent === undefined ? undefined : things[parent]!.id,
})

type Rule = typeof accessTo
/** A reader's access to every item is exactly what the model says, even after folders have been moved. */
const holds = (rule: Rule, numRuns: number) =>
  fc.check(
    fc.property(world, fc.subarray(parties), fc.boolean(), fc.nat(11), fc.nat(11), (made, mine, owns, from, to) => {
      const things = once(made)
      const moved = things[from % things.length]!
      const target = things[to % things.length]!
      if (moved.isFolder && target.isFolder && canMoveInto(treeOf(things), moved.id, target.id))
        moved.parent = things.indexOf(target)
      const tree = treeOf(things)
      const reader = { owns, parties: new Set(mine) }
      return things.every((each, i) => rule(tree, placeOf(things, each), reader) === expected(things, i, reader))
    }),
    { numRuns, seed: 17 },
  )

it('grants exactly the access of the model, over 10,000 random libraries', () => {
  expect(holds(accessTo, 10_000).failed).toBe(false)
})

it.each<[string, Rule]>([
  ['ignores the parent folders', (tree, item, reader) => accessTo(tree, { id: item.id }, reader)],
  [
    'ignores that a parent folder is in the bin',
    (tree, item, reader) =>
      accessTo(
        Object.fromEntries(Object.entries(tree).map(([id, { deleted: _deleted, ...node }]) => [id, node])),
        item,
        reader,
      ),
  ],
  [
    'takes the nearest share instead of the strongest',
    (tree, item, reader) => {
      for (const id of chainOf(tree, item) ?? [])
        for (const [party, access] of Object.entries(tree[id]?.shares ?? {}))
          if (reader.parties.has(party)) return reader.owns ? 'OWNER' : access
      return accessTo(tree, item, reader)
    },
  ],
  [
    'treats everyone as a member of the club',
    (tree, item, { owns, parties: mine }) => accessTo(tree, item, { owns, parties: new Set([...mine, 'club']) }),
  ],
])('the property fails for a rule that %s', (_what, wrong) => {
  expect(holds(wrong, 10_000).failed).toBe(true)
})

it('allows giving, changing and removing at most one’s own access', () => {
  const ranks: (AccessType | undefined)[] = [undefined, ...accessTypes]
  for (const own of ranks)
    for (const from of ranks)
      for (const to of ranks) {
        const at = (access: AccessType | undefined) => ranks.indexOf(access)
        const isRight = at(own) >= at('EDITOR') && at(from) <= at(own) && at(to) <= at(own)
        expect([own, from, to, mayChangeShare(own, from, to)]).toEqual([own, from, to, isRight])
      }
})

it('rejects moving a folder into itself or its descendants, or beyond a depth of 20', () => {
  const tree: Record<string, LibraryNode> = {
    a: { name: 'a' },
    b: { name: 'b', parentId: 'a' },
    c: { name: 'c', parentId: 'b' },
  }
  expect(canMoveInto(tree, 'a', 'a')).toBe(false)
  expect(canMoveInto(tree, 'a', 'c')).toBe(false)
  expect(canMoveInto(tree, 'c', 'a')).toBe(true)
  expect(canMoveInto(tree, 'c', undefined)).toBe(true)
  for (let i = 0; i < 20; i++) tree[`d${i}`] = { name: 'd', ...(i > 0 && { parentId: `d${i - 1}` }) }
  expect(canMoveInto(tree, 'a', 'd16')).toBe(true)
  expect(canMoveInto(tree, 'a', 'd17')).toBe(false)
})

const organizationId = 'o00000000001'
const [mia, leo, falcons] = ['p00000000001', 'p00000000002', 't00000000001'].map(
  (part) => `${organizationId}.${part}`,
) as [string, string, string]
const player = (id: string) => ({ id, firstName: 'A', lastName: 'B', teams: [{ id: falcons, name: 'Falcons' }] })

it('shows families their player’s items, and followers only those of teams and the club', () => {
  const own = readerOf({ ...noAccess('u'), players: [player(mia)] }, organizationId)
  expect([...own.parties].toSorted()).toEqual([organizationId, mia, falcons].toSorted())
  const follower = readerOf({ ...noAccess('u'), following: [player(leo)] }, organizationId)
  expect([...follower.parties].toSorted()).toEqual([organizationId, falcons].toSorted())
  expect(own.owns).toBe(false)
})

it('grants access shared by name only while the user has a role in the club', () => {
  const team = { id: falcons, name: 'Falcons' }
  const club = { id: organizationId, name: 'Club', teams: [{ ...team, flags: ['canEditEvents' as const] }] }
  const has = (access: object) =>
    readerOf({ ...noAccess('u'), players: [player(mia)], ...access }, organizationId).parties.has('user:u')
  expect(has({ organizations: [club] })).toBe(true)
  expect(has({ organizations: [{ ...club, flags: ['canEditFees'], teams: [] }] })).toBe(true)
  expect(has({ organizations: [{ ...club, teams: [team] }] })).toBe(false)
  expect(has({ organizations: [{ ...club, id: 'o00000000002' }] })).toBe(false)
  expect([...readerOf(noAccess('u'), organizationId).parties]).toEqual([])
})

it('makes those who may edit the club’s teams owners, but not a coach of one team', () => {
  const club = { id: organizationId, name: 'Club', teams: [] }
  expect(
    readerOf({ ...noAccess('u'), organizations: [{ ...club, flags: ['canEditTeam'] }] }, organizationId).owns,
  ).toBe(true)
  expect(
    readerOf({ ...noAccess('u'), organizations: [{ ...club, flags: ['canEditFees'] }] }, organizationId).owns,
  ).toBe(false)
  const coach = { ...club, teams: [{ id: falcons, name: 'Falcons', flags: ['canEditTeam' as const] }] }
  const reader = readerOf({ ...noAccess('u'), organizations: [coach] }, organizationId)
  expect([reader.owns, reader.parties.has(falcons), reader.parties.has(organizationId)]).toEqual([false, true, true])
})

it('ranks access from search to owner', () => {
  const ranks: (AccessType | undefined)[] = [undefined, 'SEARCH', 'VIEWER', 'USER', 'EDITOR', 'OWNER']
  for (const [i, had] of ranks.entries())
    for (const [j, wanted] of ranks.entries())
      if (wanted) {
        expect(isAtLeast(had, wanted)).toBe(i >= j)
        expect(higherAccess(had, wanted)).toBe(ranks[Math.max(i, j)])
      }
})

it('distinguishes users from teams, clubs and players', () => {
  expect(partyOfUser('u-1')).toBe('user:u-1')
  expect(['user:u-1', falcons, organizationId, 'auser:u'].map(userOf)).toEqual(['u-1', undefined, undefined, undefined])
})

it('allows adding only to existing folders, and other items also at the deepest level', () => {
  const tree: Record<string, LibraryNode> = {
    a: { name: 'a' },
    bin: { name: 'bin', deleted: true },
    inBin: { name: 'inBin', parentId: 'bin' },
    file: { shares: { u: 'VIEWER' } },
  }
  expect(['a', 'bin', 'inBin', 'gone'].map((into) => canMoveInto(tree, 'file', into))).toEqual([
    true,
    false,
    false,
    true,
  ])
  for (let i = 0; i < 20; i++) tree[`d${i}`] = { name: 'd', ...(i > 0 && { parentId: `d${i - 1}` }) }
  expect([canMoveInto(tree, 'file', 'd19'), canMoveInto(tree, 'a', 'd19'), canMoveInto(tree, 'a', 'd18')]).toEqual([
    true,
    false,
    true,
  ])
  expect(childrenIn(tree).get('')).toEqual(['a', 'bin', 'd0'])
  expect(childrenIn(tree).get('bin')).toEqual(['inBin'])
  expect(
    childrenIn({ a: tree['a']!, b: { name: 'b', parentId: 'a' }, c: { name: 'c', parentId: 'a' } }).get('a'),
  ).toEqual(['b', 'c'])
})

it('finds nothing in cyclic or too deeply nested folders', () => {
  expect(chainOf({ a: { name: 'a', parentId: 'b' }, b: { name: 'b', parentId: 'a' } }, { id: 'a' })).toBeUndefined()
  const deep: Record<string, LibraryNode> = {}
  for (let i = 0; i < 30; i++) deep[`d${i}`] = { name: 'd', ...(i > 0 && { parentId: `d${i - 1}` }) }
  expect(chainOf(deep, { id: 'file', parentId: 'd1' })).toEqual(['file', 'd1', 'd0'])
  // Twenty folders, plus one to spare.
  expect(chainOf(deep, { id: 'file', parentId: 'd20' })).toHaveLength(22)
  expect(chainOf(deep, { id: 'file', parentId: 'd21' })).toBeUndefined()
})

it('shows a guardian without the right to see only what followers see, in this club only', () => {
  const elsewhere = { ...player('o00000000002.p00000000009'), teams: [{ id: 'o00000000002.t00000000009', name: 'E' }] }
  const access = {
    ...noAccess('u'),
    players: [{ ...player(mia), lacks: ['sees' as const] }, elsewhere],
    following: [elsewhere],
  }
  expect([...readerOf(access, organizationId).parties].toSorted()).toEqual([organizationId, falcons].toSorted())
  expect([...readerOf({ ...noAccess('u'), players: [elsewhere] }, organizationId).parties]).toEqual([])
})

it('lists for one player what is shared with them, their teams and the club', () => {
  const { owns, parties } = readerAs(mia, [falcons])
  expect([owns, [...parties].toSorted()]).toEqual([false, [organizationId, mia, falcons].toSorted()])
})

it('counts users with a right on the club or one of its teams as staff', () => {
  const otters = 'o00000000001.t00000000002'
  const teams = [
    { id: otters, name: 'Otters' },
    { id: falcons, name: 'Falcons', flags: ['canEditEvents' as const] },
  ]
  const of = (organization: object) => ({
    ...noAccess('u'),
    organizations: [{ id: organizationId, name: 'Club', teams: [], ...organization }],
  })
  expect(coachedTeams(of({ teams }), organizationId)).toEqual([falcons])
  expect(coachedTeams(of({ teams }), 'o00000000002')).toEqual([])
  const isStaff = (organization: object, id = organizationId) => isStaffOf(of(organization), id)
  expect([isStaff({ teams }), isStaff({ flags: ['canEditFees'] }), isStaff({ flags: [] }), isStaff({})]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isStaff({ teams, flags: ['canEditFees'] }, 'o00000000002')).toBe(false)
})

it.each([
  ['OWNER', undefined, true],
  ['EDITOR', undefined, false],
  ['OWNER', 'seen', true],
  ['EDITOR', 'seen', false],
  ['EDITOR', 'edited', true],
  ['EDITOR', 'binned', false],
  [undefined, 'seen', false],
] as const)('with access %s in the folder %s an item can be removed: %s', (access, parentId, may) => {
  const tree: Tree = {
    seen: { name: 'Seen', shares: { 'user:a': 'USER' } },
    edited: { name: 'Edited', shares: { 'user:a': 'EDITOR' } },
    binned: { name: 'Binned', deleted: true, shares: { 'user:a': 'EDITOR' } },
  }
  expect(mayRemoveShare(tree, { owns: false, parties: new Set(['user:a']) }, { access, parentId })).toBe(may)
})
