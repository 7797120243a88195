import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

/** The response to a successful request is lost; whatever the treasurer does next, it must take effect once. */

const server = standInServer()
const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'
const DETAILS = 'GET /rest-api/fee/details/{feePlayerId}'
const CREATE = 'POST /rest-api/fee/create'
const REFUND = 'POST /rest-api/fee/refund/{feePlayerId}' as const
const PAY = 'POST /rest-api/fee/manual-payment/{feePlayerId}' as const
const none = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }

function open(more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    [SEARCH]: { fees: [fee()], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [{ ...person('danley'), teamIds: [teamId], tags: [] }] },
    'GET /rest-api/fee/admin-teams/{orgId}': { all: false, teams: [{ id: teamId, name: 'U12 Falcons' }] },
    [DETAILS]: details(),
    ...more,
  })
  const at = `/${organizationId}/${teamId}/payments`
  return showInShell(<PaymentsScreen />, { path: '/:orgId/:teamId/payments', at })
}
type User = ReturnType<typeof open>['user']
/**
 * Loses the response to the first request. A retry with the same id is treated as that request, and rejected if it differs.
 */
function losing<Answer>(code: 'fee_charged' | 'saved_before', idOf: (body: never) => unknown, answer: () => Answer) {
  const done = new Map<unknown, string>()
  return ({ body }: { body: unknown }): Answer => {
    const [id, content] = [idOf(body as never), JSON.stringify(body)]
    const before = done.get(id)
    if (before !== undefined && before !== content) throw new Problem(code)
    done.set(id, content)
    if (done.size === 1 && before === undefined) throw new Problem('busy')
    return answer()
  }
}
const busy = 'Touchline is busy. Please try again in a moment.'

async function charging(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Charge a fee' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText(/What for/)
  return { dialog, charge: () => user.click(dialog.getByRole('button', { name: 'Charge a fee' })) }
}
const amount = /Amount per player/
const sureAsked = { name: 'Discard what you typed?' }
/** Discarding asks for confirmation, because what is entered next may take effect twice. */
async function throwAway(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  const sure = within(await screen.findByRole('dialog', sureAsked))
  expect(sure.getByText(/^It was sent, and may have gone through although we got no answer\./)).toBeDefined()
  await user.click(sure.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog', sureAsked)).toBeNull())
}
async function chargedOnce() {
  const shown = open({
    [CREATE]: losing(
      'fee_charged',
      ({ feeId }: { feeId: string }) => feeId,
      () => ({ charged: 1 }),
    ),
  })
  const { dialog, charge } = await charging(shown.user)
  await shown.user.type(dialog.getByLabelText(/What for/), 'Kit')
  await shown.user.type(dialog.getByLabelText(amount), '50')
  await shown.user.type(dialog.getByRole('textbox', { name: /Due on/ }), '12/15/2026')
  await charge()
  await dialog.findByText(busy)
  return shown
}
const feeIds = () => server.asked(CREATE).map(({ body }) => (body as { feeId: string }).feeId)

it('reloads the fees after a lost response, and asks before discarding what was sent', async () => {
  const { unmount } = await chargedOnce()
  // The list is requested again.
  await waitFor(() => expect(server.asked(SEARCH).length).toBeGreaterThan(1))
  unmount()
  const shown = open()
  const { dialog } = await charging(shown.user)
  await shown.user.click(dialog.getByRole('button', { name: 'Discard' }))
  const sure = within(await screen.findByRole('dialog', sureAsked))
  await shown.user.click(sure.getByRole('button', { name: 'Cancel' }))
  expect(dialog.getByLabelText(/What for/)).toHaveValue('Kit')
})

it('charges once when the page was reloaded after a lost response', async () => {
  const { unmount } = await chargedOnce()
  unmount()
  const { user } = open()
  const { dialog, charge } = await charging(user)
  expect(dialog.getByLabelText(/What for/)).toHaveValue('Kit')
  await charge()
  await screen.findByText('1 player charged')
  expect(new Set(feeIds()).size).toBe(1)
  // The next charge is a new fee.
  const next = await charging(user)
  expect(next.dialog.getByLabelText(/What for/)).toHaveValue('')
  await user.type(next.dialog.getByLabelText(/What for/), 'Camp')
  await user.type(next.dialog.getByLabelText(amount), '20')
  await user.type(next.dialog.getByRole('textbox', { name: /Due on/ }), '12/15/2026')
  await next.charge()
  await waitFor(() => expect(new Set(feeIds()).size).toBe(2))
})

it('shows the saved fee when it was changed after a lost response, and charges the change only when submitted again', async () => {
  const { user } = await chargedOnce()
  const field = screen.getByLabelText(amount)
  await user.clear(field)
  await user.type(field, '55')
  const read = server.asked(SEARCH).length
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Charge a fee' }))
  await screen.findByText(/^Players have already been charged this fee in a different way\. Check what they owe/)
  expect(new Set(feeIds()).size).toBe(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(server.asked(SEARCH).length).toBeGreaterThan(read))
  const { dialog, charge } = await charging(user)
  expect(dialog.getByLabelText(amount)).toHaveValue('55.00')
  await charge()
  await screen.findByText('1 player charged')
  expect(new Set(feeIds()).size).toBe(2)
})

it('uses a new id for a fee after the first one was discarded', async () => {
  const { unmount } = await chargedOnce()
  unmount()
  const { user } = open({ [CREATE]: { charged: 1 } })
  const { dialog, charge } = await charging(user)
  await throwAway(user)
  await user.type(dialog.getByLabelText(/What for/), 'Camp')
  await user.type(dialog.getByLabelText(amount), '20')
  await user.type(dialog.getByRole('textbox', { name: /Due on/ }), '12/15/2026')
  await charge()
  await screen.findByText('1 player charged')
  expect(new Set(feeIds()).size).toBe(2)
})

const card = {
  ...{ paymentId: `${organizationId}.y0000000000a`, amountInCents: 10_000, givenBackInCents: 0, how: 'CARD' as const },
  ...{ note: 'visa •••• 4242', paidAt: '2026-11-21T18:00:00Z', paidOn: '2026-11-21', dispute: null },
  ...{ onItsWayInCents: 0, refusedInCents: 0, takenByBankInCents: 0, goneBackInCents: 0, chargebackByHand: false },
}
const acts = {
  refund: {
    ...{
      route: REFUND,
      idOf: ({ refundId }: { refundId: string }) => refundId,
      letter: 'r',
      said: 'The refund is on its way',
    },
    ...{ opens: 'Refund', presses: 'Refund', amount: /^Amount/ },
    before: details({
      amountInCents: 10_000,
      paidInCents: 10_000,
      outstandingInCents: 0,
      status: 'PAID',
      payments: [card],
    }),
  },
  'payment by hand': {
    ...{ route: PAY, idOf: ({ paymentId }: { paymentId: string }) => paymentId, letter: 'm', said: 'Payment recorded' },
    ...{ opens: 'Record a payment', presses: 'Record', amount: /Amount paid/ },
    before: details({ amountInCents: 10_000, outstandingInCents: 10_000 }),
  },
} as const

it.each(Object.entries(acts))('makes one %s when the response was lost, also after Back', async (_, act) => {
  const reply = losing('saved_before', act.idOf, () => act.before)
  const { user } = open({ [DETAILS]: act.before, [act.route]: reply })
  await user.click(await screen.findByRole('button', { name: /^Show Danley/ }))
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const type = async (sum: string) => {
    const field = await screen.findByLabelText(act.amount)
    await user.clear(field)
    await user.type(field, sum)
  }
  await press(act.opens)
  await type('30')
  const read = server.asked(DETAILS).length
  await press(act.presses)
  await screen.findByText(busy)
  await waitFor(() => expect(server.asked(DETAILS).length).toBeGreaterThan(read))
  await press('Back')
  await press(act.opens)
  expect(await screen.findByLabelText(act.amount)).toHaveValue('30.00')
  await press(act.presses)
  await screen.findByText(act.said)
  const ids = () => server.asked(act.route).map(({ body }) => act.idOf(body as never))
  expect(ids()).toEqual([expect.stringMatching(new RegExp(`^${act.letter}\\w{11}$`)), ids()[0]])
  // The next one is separate.
  await press(act.opens)
  await type('20')
  await press(act.presses)
  await waitFor(() => expect(new Set(ids()).size).toBe(2))
})

it.each(Object.entries(acts))(
  'returns to the saved state when a %s was changed after a lost response',
  async (_, act) => {
    const reply = losing('saved_before', act.idOf, () => act.before)
    const { user } = open({ [DETAILS]: act.before, [act.route]: reply })
    await user.click(await screen.findByRole('button', { name: /^Show Danley/ }))
    await user.click(await screen.findByRole('button', { name: act.opens }))
    const field = await screen.findByLabelText(act.amount)
    for (const sum of ['30', '40']) {
      await user.clear(field)
      await user.type(field, sum)
      await user.click(screen.getByRole('button', { name: act.presses }))
      await screen.findByText(sum === '30' ? busy : /^This has already been saved the way you first sent it\./)
    }
    expect(new Set(server.asked(act.route).map(({ body }) => act.idOf(body as never))).size).toBe(1)
    await within(await screen.findByRole('dialog')).findByText('Still owed', { selector: 'dt' })
    expect(screen.queryByLabelText(act.amount)).toBeNull()
  },
)

it.each(Object.entries(acts))('makes another %s when the first was discarded after a lost response', async (_, act) => {
  const reply = losing('saved_before', act.idOf, () => act.before)
  const { user } = open({ [DETAILS]: act.before, [act.route]: reply })
  await user.click(await screen.findByRole('button', { name: /^Show Danley/ }))
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const putDown = async () => {
    const field = await screen.findByLabelText(act.amount)
    await user.clear(field)
    await user.type(field, '20')
    await press(act.presses)
  }
  await press(act.opens)
  await putDown()
  await screen.findByText(busy)
  await press('Back')
  await press(act.opens)
  await throwAway(user)
  await putDown()
  await screen.findByText(act.said)
  expect(new Set(server.asked(act.route).map(({ body }) => act.idOf(body as never))).size).toBe(2)
})
