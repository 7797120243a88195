import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import WriteScreen from '#web/email/WriteScreen.tsx'
import { advanceTime, clockFrom, NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, teamId } from '../people.ts'

const server = standInServer()
const KEEP = 'PUT /rest-api/mail/email/{emailId}'
const write = () => showScreen(<WriteScreen />, { path: '/email-team/:teamId', at: `/email-team/${teamId}` })

it('restores an unsaved new email after a reload, until it is saved', async () => {
  let hasSignal = false
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canSendMessages']),
    'POST /rest-api/mail/team/recipients/{orgUnitId}': { recipients: [], without: [], timezone: 'America/Chicago' },
    [KEEP]: () => {
      if (!hasSignal) throw new NoResponse()
      return { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 }
    },
  })
  clockFrom(Date.now())
  const subject = () => screen.findByRole('textbox', { name: 'Subject' })
  const before = write()
  await before.user.type(await subject(), 'Away game')
  await advanceTime(1500)
  await waitFor(() => expect(server.asked(KEEP)).toHaveLength(1))
  before.unmount()
  // Another new email of the same team, started elsewhere, is empty.
  const other = showScreen(<WriteScreen />, {
    path: '/email-event/:eventId',
    at: `/email-event/${teamId}.e0000000000a`,
  })
  expect(await subject()).toHaveValue('')
  other.unmount()
  hasSignal = true
  const after = write()
  expect(await subject()).toHaveValue('Away game')
  await advanceTime(1500)
  await screen.findByText('Draft saved')
  const ids = server.asked(KEEP).map(({ params }) => params['emailId'])
  expect(new Set(ids).size).toBe(1)
  after.unmount()
  write()
  expect(await subject()).toHaveValue('')
})
