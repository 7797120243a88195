import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Devices } from '#web/account/Devices.tsx'
import DeletedScreen from '#web/calendar/DeletedScreen.tsx'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { Safety } from '#web/chat/Safety.tsx'
import CalendarLinksScreen from '#web/feeds/CalendarLinksScreen.tsx'
import SettingsScreen from '#web/settings/SettingsScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from './fakeServer.tsx'
import { clubDetails } from './clubDetails.ts'
import { adminOf, answersTo, coachOf, event, invite, organizationId, person, teamId } from './people.ts'
import { openBuilder } from './registrations/builder.tsx'
import { showInShell } from './settings/inShell.tsx'

/** When the pressed control disappears with its row, keyboard focus moves to the list and not to the top of the page. */

const server = standInServer()
const { id } = event()
const [club] = adminOf(['canEditAdministrators']).organizations
const at = (path: string, address: string) => ({ path, at: address })
/** The response before the action, and the one after it. */
let isDone = false
const done =
  <Answer,>(answer: Answer) =>
  () => {
    isDone = true
    return answer
  }
/** Returns the list with its last item, or without it once the action is done. */
const last = <One,>(one: One): One[] => (isDone ? [] : [one])

const EVENT = { path: '/calendar/event/:eventId', at: `/calendar/event/${id}` }
const planned = (more: FakeAnswers) => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': () => ({
      ...answersTo([invite('orkun', 'Accepted')], { sees: 'answers' }),
      editing: { revision: 3, eventTypeId: 'practice', seriesId: null },
    }),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/attendance/event/{eventId}': { marks: [] },
    ...more,
  })
  return showScreen(<EventScreen />, EVENT)
}

const places: Record<string, { open: () => { user: UserEvent }; press: string | RegExp; sure?: true; stays: string }> =
  {
    'a deleted event': {
      open() {
        server.answers({
          'GET /api/v1/playersAndTeams': coachOf(),
          'GET /rest-api/calendar/deleted/{orgUnitId}': () => ({
            events: last({ ...event(), deletedAt: '2026-11-20T18:00:00Z', seriesId: null }),
          }),
          'POST /rest-api/calendar/event/{eventId}/restore': done({ revision: 2 }),
        })
        return showScreen(<DeletedScreen />, at('/:orgId/calendar/deleted', `/${organizationId}/calendar/deleted`))
      },
      press: 'Restore Training',
      stays: 'Deleted events',
    },
    'an uninvited player': {
      open: () =>
        planned({
          'GET /api/v1/notInvitedPlayers/{eventId}': () => ({ players: last(person('danley')), guests: [] }),
          'POST /event/addPlayerInvite': done({ success: true, invite: invite('danley') }),
        }),
      press: 'Invite Danley Jean Jacques',
      stays: 'Who is invited',
    },
    'an attendance mark': {
      open: () =>
        planned({
          'GET /rest-api/attendance/event/{eventId}': {
            marks: [{ playerId: person('orkun').id, presence: 'late' }],
          },
          'PUT /rest-api/attendance/event/{eventId}': { marks: [], stood: [] },
        }),
      press: /^Clear ?Orkun Kökçü$/,
      stays: 'Who was there',
    },
    'an administrator’s invitation': {
      open() {
        server.answers({
          'GET /api/v1/playersAndTeams': adminOf(['canEditAdministrators']),
          'GET /rest-api/organization/details/{orgId}': { ...clubDetails, permissions: ['canEditAdministrators'] },
          'GET /rest-api/organization/administrators/{orgUnitId}': () => ({
            name: 'Riverside FC',
            administrators: [],
            invitations: last({
              id: `${organizationId}.i0000000000a`,
              email: 'ines@club.example',
              permissions: ['canEditEvents'],
              invitedBy: 'Ann Jean Jacques',
              invitedAt: '2026-11-20T18:00:00Z',
              until: '2026-12-04T18:00:00Z',
            }),
          }),
          'DELETE /rest-api/organization/invitation/{invitationId}': done({}),
        })
        return showInShell(<SettingsScreen />, at('/settings/:id/:page', `/settings/${organizationId}/administrators`))
      },
      press: 'Withdraw',
      stays: 'Invited',
    },
    'a registration invitation': {
      open: () =>
        openBuilder(
          server,
          {
            'GET /rest-api/registration/invitations/{registrationId}/summary': {
              ...{ isInviteOnly: false, mailed: 'open', invited: 1, registered: 0 },
            },
            'GET /rest-api/registration/invitations/{registrationId}/emails': () => ({
              emails: last({
                ...{ email: 'gran@family.example', name: '', registered: false, mailed: false },
                invitedAt: '2026-11-01',
              }),
              cursor: null,
            }),
            'GET /rest-api/registration/teams/{orgId}': { all: false, teams: [] },
            'GET /rest-api/registration/invitations/{registrationId}/candidates': { candidates: [] },
            'POST /rest-api/registration/invitations/{registrationId}/withdraw': done({}),
          },
          'invitations',
        ),
      press: 'Withdraw the invitation of gran@family.example',
      stays: 'Invited people',
    },
    'a calendar feed': {
      open() {
        server.answers({
          'GET /rest-api/feeds': () => ({
            feeds: last({
              ...{ feedId: 'a'.repeat(22), scope: 'family', about: null, name: null, label: 'Phone' },
              ...{ madeAt: '2026-11-01T18:00:00Z', fetchedOn: null },
            }),
          }),
          'GET /rest-api/calendar/mails': { on: false },
          'DELETE /rest-api/feeds/{feedId}': done({ feedId: 'a'.repeat(22) }),
        })
        return showScreen(<CalendarLinksScreen />)
      },
      press: 'Revoke: All my players · Phone',
      sure: true,
      stays: 'Your links',
    },
    'a device': {
      open() {
        const device = {
          signedInAt: '2026-11-20T17:00:00Z',
          browser: 'Chrome',
          system: 'Android',
          from: 'US',
          seenAt: '2026-11-21T17:00:00Z',
          current: false,
        }
        server.answers({
          'GET /rest-api/session/sessions': () => ({ devices: last({ id: 'phone', ...device }) }),
          'POST /rest-api/session/sessions/end': done({}),
        })
        return showScreen(<Devices />)
      },
      press: 'Sign out Chrome on Android',
      stays: 'Devices',
    },
    'a report': {
      open() {
        server.answers({
          'GET /rest-api/chat/reports/{orgId}': () => ({
            reports: [
              {
                ...{ conversationSid: `${teamId}.c0000000000a`, messageSid: 'message-7', text: 'You are a loser' },
                ...{ files: [], sentAt: '2026-11-21T17:00:00Z', author: 'Lea Moreno', reportedBy: 'Paula Moreno' },
                ...{ reportedAt: '2026-11-21T17:10:00Z', reason: 'bullying', note: '', authorWas: null },
                settled: isDone ? 'hidden' : null,
              },
            ],
            blocked: [],
          }),
          'POST /rest-api/chat/reports/{orgId}/settle': done({ settled: 'hidden' }),
          'GET /rest-api/chat/rules/{orgId}': { offTeams: [], directOff: false, readAlongUntil: 16, keepMonths: 0 },
        })
        return showScreen(<Safety clubs={club ? [club] : []} first={null} close={() => undefined} />)
      },
      press: 'Hide',
      stays: 'Reported messages',
    },
  }

it.each(Object.entries(places))(
  'moves the focus to the list when %s is removed',
  async (_, { open, press, sure, stays }) => {
    isDone = false
    const { user } = open()
    const button = await screen.findByRole('button', { name: press })
    button.focus()
    await user.keyboard('{Enter}')
    if (sure) {
      const question = within(await screen.findByRole('dialog'))
      await user.click(question.getByRole('button', { name: 'Revoke' }))
    }
    await waitFor(() => expect(button.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(stays))
  },
)
