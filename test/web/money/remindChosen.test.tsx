import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { NoAnswer, standInServer } from '../answering.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

const server = standInServer()
const REMIND = 'POST /rest-api/fee/remind/{feePlayerId}'
const none = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }

const families = ['danley', 'roshon', 'julian', 'kovar'] as const
type Why = Partial<Record<(typeof families)[number], () => Error>>
const isChosen = () =>
  within(screen.getByRole('table', { name: 'Fees' }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ checked }) => checked)

/** All families are chosen, and `why` says why some of them are not told. */
async function remindAll(why: Why) {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/search/{orgUnitId}': { fees: families.map((name) => fee(name)), cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
    'GET /rest-api/fee/details/{feePlayerId}': details(),
    [REMIND]: ({ params }) => {
      const name = families.find((each) => fee(each).feePlayerId === params['feePlayerId'])
      const refused = name && why[name]
      if (refused) throw refused()
      return {}
    },
  })
  const { user } = showInShell(<PaymentsScreen />, {
    path: '/:orgId/:teamId/payments',
    at: `/${organizationId}/${teamId}/payments`,
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all' }))
  await user.click(screen.getByRole('button', { name: 'Remind 4 families by mail' }))
  return user
}

it('tells apart whom it need not tell and who could not be told, who stay chosen and are told by a second press', async () => {
  const why: Why = {
    roshon: () => new NoAnswer(),
    julian: () => new Problem('being_paid'),
    kovar: () => new Problem('not_found'),
  }
  const user = await remindAll(why)
  await screen.findByText(
    '1 family is told by mail. 2 were not: nothing is owed any more, it is being paid, or they were told in the last day. 1 could not be told. No connection. Please try again when you are back online.',
  )
  expect(isChosen()).toEqual([false, false, true, false, false])
  delete why.roshon
  await user.click(screen.getByRole('button', { name: 'Remind 1 family by mail' }))
  await screen.findByText('1 family is told by mail.')
  expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull()
  expect(server.asked(REMIND)).toHaveLength(5)
})

it('says in the server’s words what is in the way of those who could not be told, and calls none of them paid', async () => {
  await remindAll({
    roshon: () => new Problem('conflict'),
    julian: () => new Problem('limited_functionality'),
    kovar: () => new Problem('out_of_budget'),
  })
  await screen.findByText(
    '1 family is told by mail. 3 could not be told. This was done too often today, by you or from where you are. Please try again tomorrow.',
  )
  expect(isChosen()).toEqual([false, false, true, true, true])
})

it('calls nobody paid whom the reader may not have told any more', async () => {
  await remindAll({ kovar: () => new Problem('not_allowed') })
  await screen.findByText('3 families are told by mail. 1 could not be told. Forbidden')
  expect(isChosen()).toEqual([false, false, false, false, true])
})
