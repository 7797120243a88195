import { describe, expect, test } from 'vitest'
import {
  findInitialSelection,
  isCoaching,
  isInUsersClub,
  isOfClub,
  isVisibleToUser,
  resolveSelection,
  findMentioned,
  type PlayersAndTeams,
  type Selection,
  parseSelection,
  teamNames,
  toTitle,
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
  ])('of %s is %j', (path, about) => expect(parseSelection(path)).toEqual(about))
})

describe('the title of the selector', () => {
  test.each([
    ['of the user’s players', 'players' as const, parent, { text: 'myPlayers' }],
    ['of a team', { orgId, teamId }, coach, { name: 'U12 Falcons' }],
    ['of an organization', { orgId }, admin, { name: 'Riverside FC' }],
    ['of an organization in which the user only coaches', { orgId }, coach, { text: 'selectATeam' }],
    ['of a team in which the user only has a player', { orgId, teamId }, parent, { text: 'myPlayers' }],
    ['of a missing team', { orgId, teamId: otherTeam }, admin, { text: 'selectATeam' }],
    ['of nothing', undefined, nobody, { text: 'selectATeam' }],
    ['of nothing, for a coach of several teams', undefined, admin, { text: 'selectATeam' }],
  ])('is right for the selection %s', (_, selection, data, title) => expect(toTitle(selection, data)).toEqual(title))
})

describe('the initial selection', () => {
  test.each([
    ['a parent', parent, 'players'],
    ['a follower', follower, 'players'],
    ['a coach of one team', coach, { orgId, teamId }],
    ['a coach of a current and a past team', withLastSeasons('U13 Falcons'), { orgId, teamId: otherTeam }],
    ['a coach whose only team is a past one', withLastSeasons(), { orgId, teamId }],
    [
      'a coach in two organizations',
      playersAndTeams({ organizations: [organization(), organization({ id: otherOrg })] }),
      undefined,
    ],
    [
      'an administrator without teams',
      playersAndTeams({ organizations: [organization({ orgAdmin: true, teams: [] })] }),
      undefined,
    ],
    ['a user without anything', nobody, undefined],
  ])('is right for %s', (_, data, selection) => expect(findInitialSelection(data)).toEqual(selection))
})

describe('access to what an address names', () => {
  test.each([
    ['is granted to its coach', { orgId, teamId }, coach, true],
    ['is granted to an administrator', { orgId }, admin, true],
    ['is granted to the family of its player', { orgId, teamId: otherTeam }, parent, true],
    ['is granted to a follower', { orgId, teamId: otherTeam }, follower, true],
    ['of another organization is not granted', { orgId: otherOrg, teamId }, parent, false],
    ['of the same organization is not granted to another team’s coach', { orgId, teamId: otherTeam }, coach, false],
    ['is not granted to a user without anything', { orgId, teamId }, nobody, false],
    ['that is a whole organization is not granted to a family', { orgId }, parent, false],
  ])('a team %s', (_, selection, data, theirs) => expect(isVisibleToUser(selection, data)).toBe(theirs))
  test.each([
    ['a coach of one of its teams', { orgId }, coach, true],
    ['a family', { orgId }, parent, true],
    ['no one else', { orgId }, nobody, false],
    ['no family of another club', { orgId: otherOrg }, parent, false],
    ['no one by the id of one of its teams', { orgId, teamId: otherTeam }, coach, false],
  ])('includes the club for %s', (_, selection, data, theirs) => expect(isInUsersClub(selection, data)).toBe(theirs))
  test.each([
    ['the club for an administrator', admin, undefined, { orgId }],
    ['the team for a coach', coach, undefined, { orgId, teamId }],
    ['the last selected team for a coach', coach, { orgId, teamId }, { orgId, teamId }],
    ['the coach’s own team after one of others', coach, { orgId, teamId: otherTeam }, { orgId, teamId }],
    ['the players for a family', parent, { orgId, teamId }, 'players'],
    ['the club for a user without anything', nobody, undefined, { orgId }],
  ])('resolves an address that names only a club to %s', (_, data, last, meant) =>
    expect(resolveSelection({ orgId }, data, last as Selection | undefined)).toEqual(meant),
  )
  test.each([
    ['the last selected team', { orgId, teamId }, { orgId, teamId }],
    ['the whole club after another club’s team', { orgId: otherOrg, teamId }, { orgId }],
    ['the whole club after a team that no longer exists', { orgId, teamId: otherTeam }, { orgId }],
    ['the whole club without a last selection', undefined, { orgId }],
  ])('on a page of a whole club the selection is %s', (_, last, meant) => {
    expect(isOfClub(`/${orgId}/billing`)).toBe(true)
    expect(resolveSelection({ orgId }, admin, last, true)).toEqual(meant)
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
    ['the audit log of a club', `/audit/${orgId}`, admin, { orgId }],
    ['settings of a club in which the user only coaches', settings(orgId), coach, undefined],
    ['settings of another club’s team', settings(`${otherOrg}.t0000000000a`), admin, undefined],
    ['Today', '/today', admin, undefined],
  ])('comes from the address of %s', (_, path, data, selection) => expect(findMentioned(path, data)).toEqual(selection))
})
