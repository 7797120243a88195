import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { NoResponse, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

const server = standInServer()
const REMIND = 'POST /rest-api/fee/remind/{feePlayerId}'
const PAID = 'POST /rest-api/fee/manual-payment/{feePlayerId}'
const UNDO = 'POST /rest-api/fee/undo-payment/{feePlayerId}'
const DELETE = 'DELETE /rest-api/fee/delete/{feePlayerId}'
const none = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }

const families = ['danley', 'roshon', 'julian', 'kovar'] as const
type Why = Partial<Record<(typeof families)[number], () => Error>>
const isChosen = () =>
  within(screen.getByRole('table', { name: 'Fees' }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ checked }) => checked)

/** Selects all families; `why` gives the errors of some of them. */
async function chooseAll(why: Why, fees = families.map((name) => fee(name))) {
  const answer = ({ params }: { params: Record<string, string> }) => {
    const name = families.find((each) => fee(each).feePlayerId === params['feePlayerId'])
    const refused = name && why[name]
    if (refused) throw refused()
  }
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/search/{orgUnitId}': { fees, cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
    'GET /rest-api/fee/details/{feePlayerId}': details(),
    [REMIND]: (asked) => answer(asked) ?? {},
    [PAID]: (asked) => answer(asked) ?? details(),
    [UNDO]: (asked) => answer(asked) ?? details(),
    [DELETE]: (asked) => answer(asked) ?? {},
  })
  const { user } = showInShell(<PaymentsScreen />, {
    path: '/:orgId/:teamId/payments',
    at: `/${organizationId}/${teamId}/payments`,
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all' }))
  return user
}
async function remindAll(why: Why) {
  const user = await chooseAll(why)
  await user.click(screen.getByRole('button', { name: 'Send 4 reminders' }))
  return user
}

it('distinguishes skipped families from failed ones, which stay selected for a retry', async () => {
  const why: Why = {
    danley: () => new Problem('not_found'),
    roshon: () => new Problem('being_paid'),
    kovar: () => new Problem('busy'),
  }
  const user = await remindAll(why)
  await screen.findByText(
    /^1 family has been emailed\. 2 were skipped: nothing is owed any more, it is being paid, or they were emailed within the last day\. 1 could not be emailed\. /,
  )
  expect(isChosen()).toEqual([false, false, false, false, true])
  delete why.kovar
  await user.click(screen.getByRole('button', { name: 'Send 1 reminder' }))
  await screen.findByText('1 family has been emailed.')
  expect(screen.queryByRole('button', { name: /^Send \d+ reminder/ })).toBeNull()
  expect(server.asked(REMIND)).toHaveLength(5)
})

it('stops at the first request without a connection, and keeps the others selected', async () => {
  const why: Why = { roshon: () => new NoResponse() }
  const user = await remindAll(why)
  await screen.findByText(
    '1 family has been emailed. 3 could not be emailed. No connection. Please try again when you are back online.',
  )
  expect(server.asked(REMIND)).toHaveLength(2)
  expect(isChosen()).toEqual([false, false, true, true, true])
  delete why.roshon
  await user.click(screen.getByRole('button', { name: 'Send 3 reminders' }))
  await screen.findByText('3 families have been emailed.')
})

it('shows the server’s reason for families that could not be emailed', async () => {
  await remindAll({
    roshon: () => new Problem('conflict'),
    julian: () => new Problem('limited_functionality'),
    kovar: () => new Problem('out_of_budget'),
  })
  await screen.findByText(
    '1 family has been emailed. 3 could not be emailed. You, or someone on your network, has done this too often today. Please try again tomorrow.',
  )
  expect(isChosen()).toEqual([false, false, true, true, true])
})

it('counts a rejected reminder (403) as failed, not as paid', async () => {
  await remindAll({ kovar: () => new Problem('not_allowed') })
  await screen.findByText('3 families have been emailed. 1 could not be emailed. Forbidden')
  expect(isChosen()).toEqual([false, false, false, false, true])
})

it('records the open amounts of selected fees as paid, except settled and pending ones, with undo', async () => {
  const why: Why = { roshon: () => new Problem('fee_settled'), julian: () => new NoResponse() }
  const user = await chooseAll(why, [
    fee('danley', { outstandingInCents: 2000 }),
    fee('roshon'),
    fee('julian'),
    fee('kovar', { onItsWay: true }),
    fee('kovar', { feePlayerId: `${teamId}.d0000000000b.p1`, status: 'PAID', outstandingInCents: 0 }),
  ])
  await user.click(screen.getByRole('button', { name: 'Record 3 payments' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record 3 payments' }))
  dialog.getByText(/ \$120\.00 in total\./)
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await dialog.findByText('Please select one.')
  await user.click(dialog.getByRole('radio', { name: 'Bank transfer' }))
  await user.type(dialog.getByRole('textbox', { name: /^Note/ }), 'Statement 11')
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await screen.findByText(
    '1 payment recorded. 1 had no balance any more. 1 could not be recorded. No connection. Please try again when you are back online.',
  )
  const [first] = server.asked(PAID).map(({ body }) => body as { paymentId: string })
  // Without a date, because the server knows the club's current day.
  expect(first).toEqual({
    paymentId: expect.any(String),
    amountInCents: 2000,
    how: 'TRANSFER',
    note: 'Statement 11',
  })
  expect(server.asked(PAID)).toHaveLength(3)
  // Failed ones stay selected.
  expect(isChosen()).toEqual([false, false, false, true, false, false])
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  await screen.findByText('1 payment reversed: it is owed again.')
  expect(server.asked(UNDO).map(({ body }) => body)).toEqual([{ paymentId: first?.paymentId }])
})

it('keeps the dialog open while recording, and its input when all fail', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof details>>()
  const user = await chooseAll({})
  server.answers({ [PAID]: () => answer.promise })
  await user.click(screen.getByRole('button', { name: 'Record 4 payments' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record 4 payments' }))
  await user.click(dialog.getByRole('radio', { name: 'Cash' }))
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  expect(await dialog.findByText('Recording 1 of 4')).toBeVisible()
  await user.keyboard('{Escape}')
  answer.reject(new NoResponse())
  await screen.findByText('4 could not be recorded. No connection. Please try again when you are back online.')
  expect(dialog.getByRole('radio', { name: 'Cash' })).toBeChecked()
  expect(server.asked(PAID)).toHaveLength(1)
})

it('deletes the selected fees after a confirmation, and says why some were not', async () => {
  const user = await chooseAll({ kovar: () => new Problem('fee_has_payments'), julian: () => new Problem('not_found') })
  await user.click(screen.getByRole('button', { name: 'Delete 4 fees' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText(/^2 fees deleted\. 1 was already gone\. 1 could not be deleted\. /)
  expect(isChosen()).toEqual([false, false, false, false, true])
})

it('allows deleting only fees without payments that are not canceled', async () => {
  await chooseAll({}, [
    fee('danley', { status: 'PAID', paidInCents: 5000, outstandingInCents: 0 }),
    fee('roshon', { status: 'CANCELLED', outstandingInCents: 0 }),
  ])
  const button = screen.getByRole('button', { name: 'Delete' })
  expect(button).toHaveAccessibleDescription('They are cancelled or have payments.')
})
