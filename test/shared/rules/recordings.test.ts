import { describe, expect, it } from 'vitest'
import type { Access, Flag } from '#shared/permissions.ts'
import {
  accessToRecording,
  type KeptMonths,
  addToMonth,
  storedInMonth,
  lastMonths,
  mayRecord,
  momentFaults,
  recordingFaults,
  runs,
  sharedWith,
  sharesOf,
} from '#shared/rules/recordings.ts'

const club = 'o00000000000'
const [falcons, otters] = [`${club}.t00000000001`, `${club}.t00000000002`]
const [mia, leo] = [`${club}.p00000000001`, `${club}.p00000000002`]
const named = (id: string) => ({ id, name: 'x' })
const runsIt = (flags: Flag[], teams: { id: string; flags?: Flag[] }[] = []): Access => ({
  userId: 'ana',
  players: [],
  following: [],
  organizations: [{ ...named(club), flags, teams: teams.map((team) => ({ ...named(team.id), ...team })) }],
})
const coach = (team: string, ...flags: Flag[]) => runsIt([], [{ id: team, flags }])
const family = (id: string, team: string): Access => ({
  userId: 'ana',
  players: [{ id, firstName: 'x', lastName: 'x', teams: [named(team)] }],
  following: [],
  organizations: [],
})

describe('recording for a team', () => {
  it.each<[Access, boolean]>([
    [runsIt(['canEditTeam']), true],
    [runsIt(['canEditEvents']), true],
    [coach(falcons, 'canEditTeam'), true],
    [coach(falcons, 'canEditEvents'), true],
    [coach(falcons, 'canEditPlayers', 'canSendMessages'), false],
    [coach(otters, 'canEditTeam'), false],
    [family(mia, falcons), false],
  ])('requires the right to edit it or its events: %#', (access, may) => expect(mayRecord(access, falcons)).toBe(may))
})

describe('a recording', () => {
  it.each([
    [{ team: true, playerIds: [] }, { [falcons]: 'USER' }],
    [{ team: false, playerIds: [mia] }, { [mia]: 'USER' }],
    [
      { team: true, playerIds: [mia, leo] },
      { [falcons]: 'USER', [mia]: 'USER', [leo]: 'USER' },
    ],
    [{ team: false, playerIds: [] }, {}],
  ])('is shared with a team, players or nobody: %#', (chosen, shares) => {
    expect(sharesOf(falcons, chosen)).toEqual(shares)
    expect(sharedWith(falcons, sharesOf(falcons, chosen))).toEqual(chosen)
  })

  const ofTeam = sharesOf(falcons, { team: true, playerIds: [] })
  const ofMia = sharesOf(falcons, { team: false, playerIds: [mia] })
  const ofNobody = sharesOf(falcons, { team: false, playerIds: [] })
  it.each<[string, Access, (string | undefined)[]]>([
    ['its recorder as owner', coach(falcons, 'canEditEvents'), ['OWNER', 'OWNER', 'OWNER']],
    ['a coach of the team if shared with the team', coach(falcons, 'canSendMessages'), ['USER', undefined, undefined]],
    ['no coach of another team', coach(otters, 'canEditTeam'), [undefined, undefined, undefined]],
    [
      'an administrator of the club if shared with the team',
      runsIt(['canEditBilling']),
      ['USER', undefined, undefined],
    ],
    ['a family of the team if shared with the team', family(leo, falcons), ['USER', undefined, undefined]],
    ['the family of a player it is shared with', family(mia, falcons), ['USER', 'USER', undefined]],
    ['no family of another team', family(leo, otters), [undefined, undefined, undefined]],
  ])('is visible to the right people: %s', (_what, access, seen) =>
    expect([ofTeam, ofMia, ofNobody].map((shares) => accessToRecording(access, falcons, shares))).toEqual(seen),
  )
  it('the club’s administrators have a right on the club, not only on a team', () => {
    expect([runs(runsIt(['canEditFees']), club), runs(coach(falcons, 'canEditTeam'), club)]).toEqual([true, false])
    expect(runs(runsIt(['canEditFees']), 'o00000000009')).toBe(false)
  })
})

it.each([
  [recordingFaults, 'title', 100],
  [momentFaults, 'comment', 500],
])('titles are limited to 100 characters and comments to 500: %#', (faults, at, most) => {
  const of = (text: string) => faults({ title: text, comment: text })
  expect(of('🥅'.repeat(most))).toEqual({ [at]: undefined })
  expect(of('🥅'.repeat(most + 1))).toEqual({ [at]: { code: 'too_long', limit: most } })
  expect(of(' ')).toEqual({ [at]: { code: 'required' } })
})

describe('the monthly storage of a club', () => {
  const months: KeptMonths = { '2026-03': { most: 50, last: 40 }, '2025-11': { most: 9, last: 7 } }
  it.each([
    ['2026-03', 50],
    ['2026-04', 40],
    ['2027-01', 40],
    ['2026-02', 7],
    ['2025-12', 7],
    ['2025-10', 0],
  ])('in %s is the month’s maximum, or what was left before: %i', (month, bytes) =>
    expect(storedInMonth(months, month)).toBe(bytes),
  )

  it.each<[string, string, number, { most: number; last: number }]>([
    ['an increase in a stored month', '2026-03', 20, { most: 60, last: 60 }],
    ['an increase below the month’s maximum', '2026-03', 5, { most: 50, last: 45 }],
    ['a decrease', '2026-03', -30, { most: 50, last: 10 }],
    ['a decrease below zero', '2026-03', -41, { most: 50, last: 0 }],
    ['an increase in a new month', '2026-05', 2, { most: 42, last: 42 }],
    ['a decrease in a new month', '2026-05', -15, { most: 40, last: 25 }],
  ])('is updated after %s', (_what, month, more, kept) =>
    expect(addToMonth(months, month, more)).toEqual({ ...months, [month]: kept }),
  )

  it('is listed for six months, latest first, across years', () => {
    expect(lastMonths(months, '2026-04')).toEqual([
      { month: '2026-04', bytes: 40 },
      { month: '2026-03', bytes: 50 },
      { month: '2026-02', bytes: 7 },
      { month: '2026-01', bytes: 7 },
      { month: '2025-12', bytes: 7 },
      { month: '2025-11', bytes: 9 },
    ])
    expect(lastMonths({}, '2026-12').map(({ month }) => month)).toEqual(
      ['12', '11', '10', '09', '08', '07'].map((each) => `2026-${each}`),
    )
  })
})
