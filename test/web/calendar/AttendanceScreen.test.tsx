import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import AttendanceScreen from '#web/calendar/AttendanceScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, event, organizationId, person, teamId } from '../people.ts'

const server = standInServer()
const SEASON = 'GET /rest-api/attendance/season/{orgUnitId}'
const eventId = event().id
function page() {
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf() })
  return showScreen(<AttendanceScreen />, {
    path: '/:orgId/:teamId?/calendar/attendance',
    at: `/${organizationId}/${teamId}/calendar/attendance`,
  })
}

it('shows a season’s attendance as a chart and as a table of the roster', async () => {
  server.answers({
    [SEASON]: {
      events: [
        { id: eventId, start: '2026-11-14T18:00:00Z', timezone: 'Pacific/Auckland', came: 3, late: 1, missed: 0 },
      ],
      players: [{ ...person('danley'), came: 3, late: 1, missed: 4 }],
    },
  })
  page()
  expect(await screen.findByText('50%')).toBeDefined()
  // The date at the venue.
  expect(await screen.findByText('11/15/2026')).toBeDefined()
  expect(server.asked(SEASON)[0]?.query).toMatchObject({
    start: '2025-11-21T18:00:00Z',
  })
})

it('exports a season’s attendance as CSV, escaping formulas', async () => {
  const never = { ...person('roshon'), firstName: '=1+1', lastName: 'Roe', came: 0, late: 0, missed: 0 }
  server.answers({
    [SEASON]: {
      events: [{ id: eventId, start: '2026-11-14T18:00:00Z', timezone: 'UTC', came: 3, late: 1, missed: 0 }],
      players: [{ ...person('danley'), came: 3, late: 1, missed: 2 }, never],
    },
  })
  const made: File[] = []
  const createObjectURL = (file: File) => `blob:${made.push(file)}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(names).toEqual(['Attendance-2025-11-21-2026-11-21.csv']))
  expect((await made[0]?.text())?.replace('\ufeff', '').split('\r\n')).toEqual([
    'Player,Came,Late,Missed,Present %',
    'Danley Jean Jacques,3,1,2,67',
    "'=1+1 Roe,0,0,0,",
    '',
  ])
})
