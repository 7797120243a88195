import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { setTimeZone, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { coachOf, playerId } from '../people.ts'

const server = standInServer()

async function birthdaysOf(days: readonly string[]) {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/teams/week': {
      events: [],
      more: 0,
      birthdays: days.map((day) => ({ id: playerId('a'), firstName: 'Mia', lastName: day, day })),
      teams: 1,
    },
  })
  showScreen(<TodayScreen />)
  const shown = within(await screen.findByLabelText('Birthdays')).getAllByRole('listitem')
  return shown.map(({ lastElementChild }) => lastElementChild?.textContent)
}

it('shows birthdays in January with the weekday of the coming year', async () => {
  signInAt('2026-12-28T09:00:00-06:00')
  expect(await birthdaysOf(['12-31', '01-01', '01-03'])).toEqual(['Thu 31 Dec', 'Fri 1 Jan', 'Sun 3 Jan'])
})

it('shows 29 February on the last day of February in other years', async () => {
  signInAt('2027-02-26T09:00:00-06:00')
  expect(await birthdaysOf(['02-28', '02-29', '03-01'])).toEqual(['Sun 28 Feb', 'Sun 28 Feb', 'Mon 1 Mar'])
})

it('shows 29 February in a leap year', async () => {
  signInAt('2028-02-27T09:00:00-06:00')
  expect(await birthdaysOf(['02-29'])).toEqual(['Tue 29 Feb'])
})

it.each([
  ['2026-11-30T09:00:00+13:00', ['11-29', '11-30', '12-06'], ['Mon 30 Nov', 'Sun 6 Dec']],
  ['2027-01-01T09:00:00+13:00', ['12-31', '01-01'], ['Fri 1 Jan']],
])('shows no birthday a day late in a zone ahead of UTC, %s', async (now, days, shown) => {
  setTimeZone('Pacific/Auckland')
  signInAt(now)
  expect(await birthdaysOf(days)).toEqual(shown)
})
