import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import EventImportScreen from '#web/imports/EventImportScreen.tsx'
import { advanceTime, clockFrom, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'

const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
/** The delay after the last change of the list until it is compared, in milliseconds. */
const pause = 300

async function open(pasted: string) {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event-types/{orgId}': {
      types: [{ id: 'game', name: 'Game', color: '#1864ab' }],
      revision: 0,
      timezone: 'America/Chicago',
    },
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Pitch', country: 'US' },
    'GET /rest-api/calendar/deleted/{orgUnitId}': { events: [] },
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
  })
  const at = `/${organizationId}/${teamId}/calendar/import`
  const { user } = showScreen(<EventImportScreen />, { path: '/:orgId/:teamId/calendar/import', at })
  await user.click(await screen.findByRole('textbox', { name: 'Or paste the list here' }))
  await user.paste(pasted)
  await user.click(screen.getByRole('button', { name: 'Read the list' }))
  await screen.findByRole('heading', { name: 'Columns' })
  await advanceTime(pause)
  return user
}
const nameless = 'Date\tTime\tOpponent\n12/05/2026\t6:30 PM\tOtters\n12/12/2026\t6:30 PM\t'

it.each(['{Enter}', '{Tab}'])(
  'keeps a row in the list of errors until its corrected cell is left by %s',
  async (key) => {
    const user = await open(nameless)
    await screen.findByText('1 new · 0 changed · 0 unchanged')
    const opponent = screen.getByRole('textbox', { name: 'Opponent, Row 3' })
    await user.type(opponent, 'Lions')
    expect(opponent).toHaveValue('Lions')
    expect(opponent).toHaveFocus()
    await user.keyboard(key)
    await advanceTime(pause)
    await screen.findByText('2 new · 0 changed · 0 unchanged')
    expect(screen.queryByRole('textbox', { name: 'Opponent, Row 3' })).toBeNull()
  },
)

const asksToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('asks before an unimported list is discarded', async () => {
  const user = await open(nameless)
  await screen.findByText('1 new · 0 changed · 0 unchanged')
  await waitFor(() => expect(asksToLeave()).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Different list' }))
  const ask = within(await screen.findByRole('dialog', { name: 'Use a different list?' }))
  await user.click(ask.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Opponent, Row 3' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Different list' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Different list' }))
  await screen.findByRole('textbox', { name: 'Or paste the list here' })
  expect(asksToLeave()).toBe(false)
})

it('does not ask for an untouched list without readable rows', async () => {
  const user = await open('Date\tTime\tOpponent\nsome day\t6:30 PM\tOtters')
  await user.click(screen.getByRole('button', { name: 'Different list' }))
  expect(await screen.findByRole('textbox', { name: 'Or paste the list here' })).toBeDefined()
})
