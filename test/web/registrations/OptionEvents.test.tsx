import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { standInServer } from '../fakeServer.tsx'
import { teamId } from '../people.ts'
import { details, DETAILS, openBuilder, option, OPTIONS } from './builder.tsx'

const server = standInServer()
const event = (name: string, start: string) => ({
  id: `${teamId}.e${name.toLowerCase().padEnd(11, '0')}`,
  name,
  start,
  timezone: 'America/Chicago',
})
const first = event('First', '2026-12-01T18:00:00.000Z')
const second = event('Second', '2026-12-08T18:00:00.000Z')

const third = event('Third', '2027-06-08T18:00:00.000Z')
const LIST = 'GET /rest-api/registration/event-options/{registrationId}/events'

/** Opens the form of an option with the first of two events. */
async function openOption(taken: number) {
  const { user } = openBuilder(server, {
    [DETAILS]: details({ registrationType: 'EVENT' }),
    [OPTIONS]: { options: [{ ...option, eventIds: [first.id], taken }], events: [first] },
    [LIST]: ({ query }) =>
      query['from']
        ? { events: [third], cursor: null }
        : query['cursor']
          ? { events: [second], cursor: null }
          : { events: [first], cursor: 'next' },
    'POST /rest-api/registration/price/{registrationId}': {
      ...{ priceInCents: 24_000, paysInCents: 24_000, takenInCents: 0, getsInCents: 24_000 },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for Full season' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Show more' }))
  return { user, dialog }
}

it('warns how many players a change of the events affects, before saving', async () => {
  const { user, dialog } = await openOption(12)
  expect(dialog.queryByText(/12 players/)).toBeNull()
  await user.click(await dialog.findByLabelText(/^Second/))
  dialog.getByText(
    /^12 players have this option or a place held for it. Registered players are invited .* once their place is accepted or paid/,
  )
  await user.click(dialog.getByLabelText(/^First/))
  dialog.getByText(/12 players have this option or a place held for it. They are removed from the events you took out/)
  await user.click(dialog.getByLabelText(/^First/))
  await user.click(dialog.getByLabelText(/^Second/))
  expect(dialog.queryByText(/12 players/)).toBeNull()
})

it('shows no warning for an option without players', async () => {
  const { user, dialog } = await openOption(0)
  await user.click(await dialog.findByLabelText(/^Second/))
  expect(dialog.queryByText(/have this option/)).toBeNull()
})

it('shows an error when the events fail to load, and can be retried', async () => {
  const { user, dialog } = await openOption(0)
  server.answers({
    [LIST]: () => {
      throw new Problem('busy')
    },
  })
  await user.type(dialog.getByLabelText('Show events from'), '06/01/2027')
  await dialog.findByText('The events could not be loaded')
  server.answers({ [LIST]: { events: [third], cursor: null } })
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByLabelText(/^Third/)).toBeDefined()
})

it('shows events from a later date, beside the selected ones', async () => {
  const { user, dialog } = await openOption(0)
  await user.click(await dialog.findByLabelText(/^Second/))
  await user.type(dialog.getByLabelText('Show events from'), '06/01/2027')
  await dialog.findByLabelText(/^Third/)
  expect(server.asked(LIST).at(-1)?.query).toEqual({ from: '2027-06-01' })
  expect(dialog.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
})
