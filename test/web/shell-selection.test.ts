import { describe, expect, test } from 'vitest'
import {
  destination,
  firstSelection,
  isCoaching,
  isInTheirClub,
  isOfClub,
  isTheirs,
  meantBy,
  mentionedIn,
  type PlayersAndTeams,
  type Selection,
  selectionIn,
  teamNames,
  titleOf,
  type View,
} from '#web/shell/selection.ts'
import { organizationId as orgId, playersAndTeams, teamId } from './people.ts'

const otherOrg = 'o0000000000b'
const otherTeam = `${orgId}.t0000000000b`
const player = { id: `${orgId}.p0000000000a`, name: 'Danley Jean Jacques', orgUnits: [] }
const organization = (given: Partial<PlayersAndTeams['organizations'][number]> = {}) => ({
  id: orgId,
  name: 'Riverside FC',
  orgAdmin: false,
  permissions: [],
  teams: [{ id: teamId, name: 'U12 Falcons', permissions: [] }],
  academyEnabled: false,
  customRegistrationEnabled: false,
  ...given,
})
const parent = playersAndTeams({ players: [player] })
const follower = playersAndTeams({ following: [player] })
const coach = playersAndTeams({ organizations: [organization()] })
const admin = playersAndTeams({ organizations: [organization({ orgAdmin: true })] })
const nobody = playersAndTeams()

describe('an address', () => {
  test.each([
    ['/today', undefined],
    ['/players', 'players'],
    ['/calendar', 'players'],
    [`/${orgId}/teams`, { orgId }],
    [`/${orgId}/${teamId}/teams`, { orgId, teamId }],
    [`/${orgId}/${teamId}/calendar`, { orgId, teamId }],
    [`/${orgId}/${teamId}/calendar/`, { orgId, teamId }],
    ['/organizations/teams', undefined],
    [`/${otherOrg}/${teamId}/teams`, undefined],
    [`/${orgId}/${teamId}/teams/archived`, { orgId, teamId }],
    [`/${orgId}/teams/active`, { orgId }],
    ['/login', undefined],
    ['/nowhere', undefined],
  ])('%s is about %j', (path, about) => expect(selectionIn(path)).toEqual(about))
})

describe('what is selected', () => {
  test.each([
    ['of own players', 'players' as const, parent, { text: 'myPlayers' }],
    ['of a team', { orgId, teamId }, coach, { name: 'U12 Falcons' }],
    ['of an organization', { orgId }, admin, { name: 'Riverside FC' }],
    ['of an organization, for who only coaches in it', { orgId }, coach, { text: 'selectATeam' }],
    ['of a team one only has a player in', { orgId, teamId }, parent, { text: 'myPlayers' }],
    ['of a team that is not there', { orgId, teamId: otherTeam }, admin, { text: 'selectATeam' }],
    ['of nothing', undefined, nobody, { text: 'selectATeam' }],
    ['of nothing yet, for a coach of many', undefined, admin, { text: 'selectATeam' }],
  ])('the title %s', (_, selection, data, title) => expect(titleOf(selection, data)).toEqual(title))
})

describe('at first', () => {
  test.each([
    ['a parent', parent, 'players'],
    ['who follows', follower, 'players'],
    ['a coach of one team', coach, { orgId, teamId }],
    ['a coach of two', playersAndTeams({ organizations: [organization(), organization({ id: otherOrg })] }), undefined],
    [
      'an administrator without teams',
      playersAndTeams({ organizations: [organization({ orgAdmin: true, teams: [] })] }),
      undefined,
    ],
    ['nobody', nobody, undefined],
  ])('%s looks at the right thing', (_, data, selection) => expect(firstSelection(data)).toEqual(selection))
})

describe('choosing', () => {
  const here = {
    teams: `/${orgId}/${teamId}/teams`,
    calendar: `/${orgId}/${teamId}/calendar`,
    organization: `/${orgId}/teams`,
  }
  const other = { orgId, teamId: otherTeam }
  const elsewhere = { orgId: otherOrg }
  const teamElsewhere = { orgId: otherOrg, teamId: `${otherOrg}.t0000000000a` }
  const forbidden = 'o0000000000c'
  test.each<[string, string, View, Selection, string]>([
    ['a team keeps the roster', here.teams, 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['a team keeps the calendar', here.calendar, 'coach', other, `/${orgId}/${otherTeam}/calendar`],
    [
      'a team keeps the calendar’s month',
      `${here.calendar}?month=2026-11`,
      'coach',
      other,
      `/${orgId}/${otherTeam}/calendar?month=2026-11`,
    ],
    [
      'a fan’s team has no use for a month',
      `${here.calendar}?month=2026-11`,
      'fan',
      other,
      `/${orgId}/${otherTeam}/teams`,
    ],
    [
      'an organization keeps the calendar’s month',
      `${here.calendar}?month=2026-11`,
      'coach',
      { orgId },
      `/${orgId}/calendar?month=2026-11`,
    ],
    ['players have no use for it', `${here.calendar}?month=2026-11`, 'coach', 'players', '/players'],
    ['a team keeps Today', '/today', 'coach', other, '/today'],
    ['a team keeps the chat', `/${orgId}/${teamId}/chat`, 'coach', other, `/${orgId}/${otherTeam}/chat`],
    ['a team keeps the chat that was about none', '/chat', 'coach', other, `/${orgId}/${otherTeam}/chat`],
    [
      'an organization keeps the conversation that is open',
      `/${orgId}/${teamId}/chat/${teamId}.c0000000000a`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/chat/${teamId}.c0000000000a`,
    ],
    ['a team keeps one’s own profile', '/user/edit/user-1', 'coach', other, '/user/edit/user-1'],
    [
      'an organization keeps the making of a team',
      `/createteam/${orgId}`,
      'coach',
      elsewhere,
      `/createteam/${otherOrg}`,
    ],
    ['a team of another keeps it too', `/createteam/${orgId}`, 'coach', teamElsewhere, `/createteam/${otherOrg}`],
    [
      'an organization leaves the making of what may not be made there',
      `/createteam/${orgId}`,
      'coach',
      { orgId: forbidden },
      `/${forbidden}/teams`,
    ],
    ...(['licenses', 'select'] as const).map((step): [string, string, View, Selection, string] => [
      `a team of another keeps the way to a subscription, at ${step}`,
      `/${orgId}/subscriptions/${step}`,
      'coach',
      teamElsewhere,
      `/${otherOrg}/subscriptions/${step}`,
    ]),
    [
      'an organization leaves an order that is half made',
      `/${orgId}/subscriptions/checkout`,
      'coach',
      elsewhere,
      `/${otherOrg}/teams`,
    ],
    [
      'an organization leaves the opening of a new one',
      '/subscriptions/licenses',
      'coach',
      elsewhere,
      `/${otherOrg}/teams`,
    ],
    ['a team keeps billing', `/${orgId}/billing`, 'coach', other, `/${orgId}/billing`],
    ['a team of another keeps billing', `/${orgId}/billing`, 'coach', teamElsewhere, `/${otherOrg}/billing`],
    ['an organization keeps the venues', `/venues/${orgId}`, 'coach', elsewhere, `/venues/${otherOrg}`],
    ['an organization keeps the log', `/audit/${orgId}`, 'coach', elsewhere, `/audit/${otherOrg}`],
    [
      'a team keeps an organization’s types of event',
      `/${orgId}/calendar/types`,
      'coach',
      teamElsewhere,
      `/${otherOrg}/calendar/types`,
    ],
    [
      'an organization leaves an email to another’s teams',
      `/email-teams/${orgId}?teams=${teamId}`,
      'coach',
      elsewhere,
      `/${otherOrg}/teams`,
    ],
    [
      'a team leaves an email to another’s families',
      `/email-team/${teamId}`,
      'coach',
      other,
      `/${orgId}/${otherTeam}/teams`,
    ],
    [
      'a team leaves another’s settings',
      `/settings/${teamId}/administrators`,
      'coach',
      other,
      `/${orgId}/${otherTeam}/teams`,
    ],
    ['a team leaves Forbidden for its roster', '/forbidden', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['a team leaves an address that leads nowhere', '/no/where', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['an organization leaves Forbidden', '/forbidden', 'coach', { orgId: otherOrg }, `/${otherOrg}/teams`],
    [
      'a team leaves the organization’s page for its roster',
      here.organization,
      'coach',
      other,
      `/${orgId}/${otherTeam}/teams`,
    ],
    ['an organization swaps the ids of a roster', here.teams, 'coach', { orgId: otherOrg }, `/${otherOrg}/teams`],
    ['an organization keeps the calendar', here.calendar, 'coach', { orgId: otherOrg }, `/${otherOrg}/calendar`],
    ['a team as a fan goes to its roster', '/today', 'fan', other, `/${orgId}/${otherTeam}/teams`],
    ['a team as a fan at a calendar too', here.calendar, 'fan', other, `/${orgId}/${otherTeam}/teams`],
    ['a team leaves a family’s calendar', '/calendar', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['a team leaves the players', '/players', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['players as a coach', here.calendar, 'coach', 'players', '/players'],
    ['the first team of who had chosen nothing keeps Today', '/today', undefined, other, '/today'],
    [
      'a team keeps the archived ones in sight',
      `${here.teams}/archived`,
      'coach',
      other,
      `/${orgId}/${otherTeam}/teams/archived`,
    ],
    ['an organization keeps billing', `/${orgId}/billing`, 'coach', { orgId: otherOrg }, `/${otherOrg}/billing`],
    [
      'an organization keeps billing by its keyword',
      `/${orgId}/teams/subscriptions`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/teams/subscriptions`,
    ],
    [
      'an organization keeps the processors',
      `/${orgId}/teams/paymentprocessors`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/teams/paymentprocessors`,
    ],
    [
      'an organization keeps what became of mail',
      `/${orgId}/mail-delivery?to=ann@example.org`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/mail-delivery`,
    ],
    [
      'an organization keeps its archived teams in sight',
      `/${orgId}/teams?type=archived`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/teams?type=archived`,
    ],
    ['players as a fan', '/today', 'fan', 'players', '/players'],
  ])('%s', (_, path, view, wanted, to) => {
    const [pathname = '', search] = path.split('?')
    expect(destination(pathname, search ? `?${search}` : '', view, wanted, (_can, about) => about !== forbidden)).toBe(
      to,
    )
  })
})

describe('a team in an address', () => {
  test.each([
    ['is a coach’s', { orgId, teamId }, coach, true],
    ['is an administrator’s', { orgId }, admin, true],
    ['is a family’s, through its player', { orgId, teamId: otherTeam }, parent, true],
    ['is a follower’s', { orgId, teamId: otherTeam }, follower, true],
    ['of another organization is not', { orgId: otherOrg, teamId }, parent, false],
    ['of the same organization is not another coach’s', { orgId, teamId: otherTeam }, coach, false],
    ['is nobody’s', { orgId, teamId }, nobody, false],
    ['that is a whole organization is not a family’s', { orgId }, parent, false],
  ])('%s', (_, selection, data, theirs) => expect(isTheirs(selection, data)).toBe(theirs))
  test.each([
    ['a coach of one of its teams', { orgId }, coach, true],
    ['a family', { orgId }, parent, true],
    ['nobody else', { orgId }, nobody, false],
    ['a family elsewhere', { orgId: otherOrg }, parent, false],
    ['nobody by one of its teams', { orgId, teamId: otherTeam }, coach, false],
  ])('is in the club of %s', (_, selection, data, theirs) => expect(isInTheirClub(selection, data)).toBe(theirs))
  test.each([
    ['an administrator’s as a whole', admin, undefined, { orgId }],
    ['a coach’s as the team', coach, undefined, { orgId, teamId }],
    ['a coach’s as the team that was looked at', coach, { orgId, teamId }, { orgId, teamId }],
    ['a coach’s as theirs, and not another’s', coach, { orgId, teamId: otherTeam }, { orgId, teamId }],
    ['a family’s as its players', parent, { orgId, teamId }, 'players'],
    ['nobody’s as it is named', nobody, undefined, { orgId }],
  ])('%s is looked at where an address names a club', (_, data, last, meant) =>
    expect(meantBy({ orgId }, data, last as Selection | undefined)).toEqual(meant),
  )
  test.each([
    ['the team that was looked at', { orgId, teamId }, { orgId, teamId }],
    ['the whole club, after another’s team', { orgId: otherOrg, teamId }, { orgId }],
    ['the whole club, after a team that is there no more', { orgId, teamId: otherTeam }, { orgId }],
    ['the whole club, at first', undefined, { orgId }],
  ])('on a page of its club that has no place for it stays selected: %s', (_, last, meant) => {
    expect(isOfClub(`/${orgId}/billing`)).toBe(true)
    expect(meantBy({ orgId }, admin, last, true)).toEqual(meant)
  })
  test('is coached only by who administers it', () => {
    expect(isCoaching({ orgId, teamId }, parent)).toBe(false)
    expect(isCoaching('players', coach)).toBe(false)
    expect(isCoaching(undefined, coach)).toBe(false)
  })
})

describe('the teams of a player', () => {
  const unit = (name: string, given = {}) => ({ name, isOrganization: false, dateArchived: null, ...given })
  test.each([
    [[], { names: [], more: 0 }],
    [['A', 'B', 'C'], { names: ['A', 'B', 'C'], more: 0 }],
    [['A', 'B', 'C', 'D', 'E'], { names: ['A', 'B', 'C'], more: 2 }],
  ])('%j are shown as %j', (names, shown) => expect(teamNames(names.map((name) => unit(name)))).toEqual(shown))
  test('do not include the organization, nor archived ones', () => {
    const units = [
      unit('Riverside FC', { isOrganization: true }),
      unit('U10', { dateArchived: '2026-01-01' }),
      unit('U12'),
    ]
    expect(teamNames(units)).toEqual({ names: ['U12'], more: 0 })
  })
})

describe('while nothing is selected', () => {
  const settings = (id: string) => `/settings/${id}/administrators`
  test.each<[string, string, PlayersAndTeams, Selection | undefined]>([
    ['settings of a team', settings(teamId), admin, { orgId, teamId }],
    ['settings of a club', settings(orgId), admin, { orgId }],
    ['the log of a club', `/audit/${orgId}`, admin, { orgId }],
    ['settings of a club, of who only coaches in it', settings(orgId), coach, undefined],
    ['settings of somebody else’s team', settings(`${otherOrg}.t0000000000a`), admin, undefined],
    ['Today', '/today', admin, undefined],
  ])('%s', (_, path, data, selection) => expect(mentionedIn(path, data)).toEqual(selection))
})
