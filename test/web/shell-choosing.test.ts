import { describe, expect, test } from 'vitest'
import { toSwitchedPath, type Selection, type View } from '#web/shell/selection.ts'
import { organizationId as orgId, teamId } from './people.ts'

const otherOrg = 'o0000000000b'
const otherTeam = `${orgId}.t0000000000b`

describe('choosing a team or organization', () => {
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
      'a team as a fan drops the calendar’s month',
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
    ['the players drop the calendar’s month', `${here.calendar}?month=2026-11`, 'coach', 'players', '/players'],
    ['a team keeps Today', '/today', 'coach', other, '/today'],
    ['a team keeps the chat', `/${orgId}/${teamId}/chat`, 'coach', other, `/${orgId}/${otherTeam}/chat`],
    ['a team keeps the chat without a team', '/chat', 'coach', other, `/${orgId}/${otherTeam}/chat`],
    [
      'an organization keeps the open conversation',
      `/${orgId}/${teamId}/chat/${teamId}.c0000000000a`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/chat/${teamId}.c0000000000a`,
    ],
    ['a team keeps the user’s own profile', '/user/edit/user-1', 'coach', other, '/user/edit/user-1'],
    [
      'an organization keeps the form for a new team',
      `/createteam/${orgId}`,
      'coach',
      elsewhere,
      `/createteam/${otherOrg}`,
    ],
    [
      'a team of another organization keeps the form for a new team',
      `/createteam/${orgId}`,
      'coach',
      teamElsewhere,
      `/createteam/${otherOrg}`,
    ],
    [
      'an organization without the right leaves the form for a new team',
      `/createteam/${orgId}`,
      'coach',
      { orgId: forbidden },
      `/${forbidden}/teams`,
    ],
    ...(['licenses', 'select'] as const).map((step): [string, string, View, Selection, string] => [
      `a team of another organization keeps the subscription step ${step}`,
      `/${orgId}/subscriptions/${step}`,
      'coach',
      teamElsewhere,
      `/${otherOrg}/subscriptions/${step}`,
    ]),
    [
      'an organization leaves an unfinished order',
      `/${orgId}/subscriptions/checkout`,
      'coach',
      elsewhere,
      `/${otherOrg}/teams`,
    ],
    [
      'an organization leaves the form for a new organization',
      '/subscriptions/licenses',
      'coach',
      elsewhere,
      `/${otherOrg}/teams`,
    ],
    ['a team keeps billing', `/${orgId}/billing`, 'coach', other, `/${orgId}/billing`],
    [
      'a team of another organization keeps billing',
      `/${orgId}/billing`,
      'coach',
      teamElsewhere,
      `/${otherOrg}/billing`,
    ],
    ['an organization leaves another one’s venues', `/venues/${orgId}`, 'coach', elsewhere, `/${otherOrg}/teams`],
    ['an organization leaves another one’s audit log', `/audit/${orgId}`, 'coach', elsewhere, `/${otherOrg}/teams`],
    [
      'a team keeps an organization’s event types',
      `/${orgId}/calendar/types`,
      'coach',
      teamElsewhere,
      `/${otherOrg}/calendar/types`,
    ],
    [
      'an organization leaves an email to another one’s teams',
      `/email-teams/${orgId}?teams=${teamId}`,
      'coach',
      elsewhere,
      `/${otherOrg}/teams`,
    ],
    [
      'a team leaves an email to another one’s families',
      `/email-team/${teamId}`,
      'coach',
      other,
      `/${orgId}/${otherTeam}/teams`,
    ],
    [
      'a team leaves another one’s settings',
      `/settings/${teamId}/administrators`,
      'coach',
      other,
      `/${orgId}/${otherTeam}/teams`,
    ],
    ['a team leaves Forbidden for its roster', '/forbidden', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['a team leaves an unknown address', '/no/where', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['an organization leaves Forbidden', '/forbidden', 'coach', { orgId: otherOrg }, `/${otherOrg}/teams`],
    [
      'a team leaves the organization’s page for its roster',
      here.organization,
      'coach',
      other,
      `/${orgId}/${otherTeam}/teams`,
    ],
    [
      'an organization leaves a roster for its list of teams',
      here.teams,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/teams`,
    ],
    ['an organization keeps the calendar', here.calendar, 'coach', { orgId: otherOrg }, `/${otherOrg}/calendar`],
    ['a team as a fan goes to its roster', '/today', 'fan', other, `/${orgId}/${otherTeam}/teams`],
    ['a team as a fan leaves a calendar for its roster', here.calendar, 'fan', other, `/${orgId}/${otherTeam}/teams`],
    ['a team leaves a family’s calendar', '/calendar', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['a team leaves the players', '/players', 'coach', other, `/${orgId}/${otherTeam}/teams`],
    ['the players leave a team’s calendar', here.calendar, 'coach', 'players', '/players'],
    ['the first selected team keeps Today', '/today', undefined, other, '/today'],
    [
      'a team keeps the list of archived teams',
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
      'an organization keeps the payment processors',
      `/${orgId}/teams/paymentprocessors`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/teams/paymentprocessors`,
    ],
    [
      'an organization keeps the delivery of mail',
      `/${orgId}/mail-delivery?to=ann@example.org`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/mail-delivery`,
    ],
    [
      'an organization keeps the list of archived teams',
      `/${orgId}/teams?type=archived`,
      'coach',
      { orgId: otherOrg },
      `/${otherOrg}/teams?type=archived`,
    ],
    ['the players as a fan', '/today', 'fan', 'players', '/players'],
  ])('navigates correctly: %s', (_, path, view, wanted, to) => {
    const [pathname = '', search] = path.split('?')
    expect(
      toSwitchedPath(pathname, search ? `?${search}` : '', view, wanted, (_can, about) => about !== forbidden),
    ).toBe(to)
  })
})
