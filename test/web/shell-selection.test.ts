import { describe, expect, test } from 'vitest'
import {
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
/** A coach of an archived team and of others with these names. */
const withLastSeasons = (...names: string[]) => {
  const others = names.map((name) => ({ id: otherTeam, name, permissions: [] }))
  const last = { id: teamId, name: 'U12 Falcons', permissions: [], archived: true }
  return playersAndTeams({ organizations: [organization({ teams: [last, ...others] })] })
}
const admin = playersAndTeams({ organizations: [organization({ orgAdmin: true })] })
const nobody = playersAndTeams()

describe('the selection in an address', () => {
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
  ])('of %s is %j', (path, about) => expect(selectionIn(path)).toEqual(about))
})

describe('the title of the selector', () => {
  test.each([
    ['of own players', 'players' as const, parent, { text: 'myPlayers' }],
    ['of a team', { orgId, teamId }, coach, { name: 'U12 Falcons' }],
    ['of an organization', { orgId }, admin, { name: 'Riverside FC' }],
    ['of an organization, for who only coaches in it', { orgId }, coach, { text: 'selectATeam' }],
    ['of a team one only has a player in', { orgId, teamId }, parent, { text: 'myPlayers' }],
    ['of a team that is not there', { orgId, teamId: otherTeam }, admin, { text: 'selectATeam' }],
    ['of nothing', undefined, nobody, { text: 'selectATeam' }],
    ['of nothing yet, for a coach of many', undefined, admin, { text: 'selectATeam' }],
  ])('is right for the selection %s', (_, selection, data, title) => expect(titleOf(selection, data)).toEqual(title))
})

describe('the initial selection', () => {
  test.each([
    ['a parent', parent, 'players'],
    ['who follows', follower, 'players'],
    ['a coach of one team', coach, { orgId, teamId }],
    ['a coach of one, and of one that plays no more', withLastSeasons('U13 Falcons'), { orgId, teamId: otherTeam }],
    ['a coach whose only team plays no more', withLastSeasons(), { orgId, teamId }],
    ['a coach of two', playersAndTeams({ organizations: [organization(), organization({ id: otherOrg })] }), undefined],
    [
      'an administrator without teams',
      playersAndTeams({ organizations: [organization({ orgAdmin: true, teams: [] })] }),
      undefined,
    ],
    ['nobody', nobody, undefined],
  ])('is right for %s', (_, data, selection) => expect(firstSelection(data)).toEqual(selection))
})

describe('access to what an address names', () => {
  test.each([
    ['is a coach’s', { orgId, teamId }, coach, true],
    ['is an administrator’s', { orgId }, admin, true],
    ['is a family’s, through its player', { orgId, teamId: otherTeam }, parent, true],
    ['is a follower’s', { orgId, teamId: otherTeam }, follower, true],
    ['of another organization is not', { orgId: otherOrg, teamId }, parent, false],
    ['of the same organization is not another coach’s', { orgId, teamId: otherTeam }, coach, false],
    ['is nobody’s', { orgId, teamId }, nobody, false],
    ['that is a whole organization is not a family’s', { orgId }, parent, false],
  ])('a team %s', (_, selection, data, theirs) => expect(isTheirs(selection, data)).toBe(theirs))
  test.each([
    ['a coach of one of its teams', { orgId }, coach, true],
    ['a family', { orgId }, parent, true],
    ['nobody else', { orgId }, nobody, false],
    ['a family elsewhere', { orgId: otherOrg }, parent, false],
    ['nobody by one of its teams', { orgId, teamId: otherTeam }, coach, false],
  ])('includes the club for %s', (_, selection, data, theirs) => expect(isInTheirClub(selection, data)).toBe(theirs))
  test.each([
    ['an administrator’s as a whole', admin, undefined, { orgId }],
    ['a coach’s as the team', coach, undefined, { orgId, teamId }],
    ['a coach’s as the team that was looked at', coach, { orgId, teamId }, { orgId, teamId }],
    ['a coach’s as theirs, and not another’s', coach, { orgId, teamId: otherTeam }, { orgId, teamId }],
    ['a family’s as its players', parent, { orgId, teamId }, 'players'],
    ['nobody’s as it is named', nobody, undefined, { orgId }],
  ])('%s in an address that names only a club', (_, data, last, meant) =>
    expect(meantBy({ orgId }, data, last as Selection | undefined)).toEqual(meant),
  )
  test.each([
    ['the team that was looked at', { orgId, teamId }, { orgId, teamId }],
    ['the whole club, after another’s team', { orgId: otherOrg, teamId }, { orgId }],
    ['the whole club, after a team that is there no more', { orgId, teamId: otherTeam }, { orgId }],
    ['the whole club, at first', undefined, { orgId }],
  ])('on a page of a whole club the selection is %s', (_, last, meant) => {
    expect(isOfClub(`/${orgId}/billing`)).toBe(true)
    expect(meantBy({ orgId }, admin, last, true)).toEqual(meant)
  })
  test('is coaching only for an administrator or coach', () => {
    expect(isCoaching({ orgId, teamId }, parent)).toBe(false)
    expect(isCoaching('players', coach)).toBe(false)
    expect(isCoaching(undefined, coach)).toBe(false)
  })
})

describe('the team names of a player', () => {
  const unit = (name: string, given = {}) => ({ name, isOrganization: false, dateArchived: null, ...given })
  test.each([
    [[], { names: [], more: 0 }],
    [['A', 'B', 'C'], { names: ['A', 'B', 'C'], more: 0 }],
    [['A', 'B', 'C', 'D', 'E'], { names: ['A', 'B', 'C'], more: 2 }],
  ])('%j are shown as %j', (names, shown) => expect(teamNames(names.map((name) => unit(name)))).toEqual(shown))
  test('exclude the organization and archived teams', () => {
    const units = [
      unit('Riverside FC', { isOrganization: true }),
      unit('U10', { dateArchived: '2026-01-01' }),
      unit('U12'),
    ]
    expect(teamNames(units)).toEqual({ names: ['U12'], more: 0 })
  })
})

describe('the selection taken from an address when nothing is selected', () => {
  const settings = (id: string) => `/settings/${id}/administrators`
  test.each<[string, string, PlayersAndTeams, Selection | undefined]>([
    ['settings of a team', settings(teamId), admin, { orgId, teamId }],
    ['settings of a club', settings(orgId), admin, { orgId }],
    ['the log of a club', `/audit/${orgId}`, admin, { orgId }],
    ['settings of a club, of who only coaches in it', settings(orgId), coach, undefined],
    ['settings of somebody else’s team', settings(`${otherOrg}.t0000000000a`), admin, undefined],
    ['Today', '/today', admin, undefined],
  ])('comes from the address of %s', (_, path, data, selection) => expect(mentionedIn(path, data)).toEqual(selection))
})
