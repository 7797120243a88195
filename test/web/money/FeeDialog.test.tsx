import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { SubscriptionBanner } from '#web/banner/SubscriptionBanner.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

const server = standInServer()
const PAY = 'POST /rest-api/fee/manual-payment/{feePlayerId}'
const DETAILS = 'GET /rest-api/fee/details/{feePlayerId}'
const none = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }

function open(more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/search/{orgUnitId}': { fees: [fee('danley', { status: 'LATE' })], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
    [DETAILS]: details(),
    ...more,
  })
  const screens = (
    <>
      <SubscriptionBanner orgId={organizationId} />
      <PaymentsScreen />
    </>
  )
  return showInShell(screens, { path: '/:orgId/:teamId/payments', at: `/${organizationId}/${teamId}/payments` })
}
const show = 'Show Danley Jean Jacques, Spring season'
const behind = /^Someone else has changed this in the meantime/
const takeTheirs = 'Continue with the other version'

it('shows a pending bank payment in the list, in the fee, and before another payment is recorded', async () => {
  const { user } = open({
    'GET /rest-api/fee/search/{orgUnitId}': { fees: [fee('danley', { status: 'LATE', onItsWay: true })], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: { ...none, dueInCents: 5000, comingInCents: 5000 }, months: [] },
    [DETAILS]: details({ status: 'UNPAID', comingInCents: 5000 }),
  })
  const total = await screen.findByText('Processing', { selector: 'dt' })
  expect(total.nextElementSibling).toHaveTextContent('$50.00')
  const table = within(await screen.findByRole('table', { name: 'Fees' }))
  expect(table.getByText('Processing')).toBeVisible()
  expect(table.queryByText('Late')).toBeNull()
  await user.click(screen.getByRole('button', { name: show }))
  expect(await screen.findByText(/^\$50\.00 is on its way from the family’s bank\. This takes/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Record a payment' }))
  expect(await screen.findByText(/Only record what was paid in addition/)).toBeVisible()
})

it('records a payment with its date, today by default and none in the future', async () => {
  const { user } = open({ [PAY]: details() })
  await user.click(await screen.findByRole('button', { name: show }))
  await user.click(await screen.findByRole('button', { name: 'Record a payment' }))
  const day = await screen.findByRole('textbox', { name: /Paid on/ })
  expect(day).toHaveValue('11/21/2026')
  await user.clear(day)
  await user.type(day, '11/22/2026')
  await user.click(screen.getByRole('button', { name: 'Record' }))
  expect(await screen.findByText('This date is in the future.')).toBeVisible()
  expect(server.asked(PAY)).toEqual([])
  await user.clear(day)
  await user.type(day, '11/14/2026')
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findByText('Payment recorded')
  expect(server.asked(PAY).map(({ body }) => body)).toMatchObject([{ amountInCents: 5000, paidOn: '2026-11-14' }])
})

it('shows the family’s credit and the fees that it comes from', async () => {
  const credits = [{ feePlayerId: 'x', name: 'Autumn season', creditInCents: 6500 }]
  const { user } = open({ [DETAILS]: details({ credits }) })
  await user.click(await screen.findByRole('button', { name: show }))
  expect((await screen.findByText('Family’s credit')).nextElementSibling?.textContent).toBe('$65.00 (Autumn season)')
})

it('disables actions of an expired subscription and says why', async () => {
  const standing = { allowed: true, canRenew: true, state: 'EXPIRED', graceUntil: null } as const
  const { user } = open({
    'GET /rest-api/organization/billing-access/{orgId}': { ...standing, limitedFunctionality: true },
  })
  const why = 'You cannot add anything until the club’s subscription is renewed.'
  await screen.findByRole('link', { name: 'Renew' })
  const charge = await screen.findByRole('button', { name: 'Charge a fee' })
  expect(charge).toHaveAttribute('aria-disabled', 'true')
  expect(charge).toHaveAccessibleDescription(why)
  await user.click(await screen.findByRole('button', { name: show }))
  expect(await screen.findByRole('button', { name: 'Record a payment' })).toHaveAccessibleDescription(why)
})

it('keeps the focus in the dialog when a step replaces another', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: show }))
  const pay = await screen.findByRole('button', { name: 'Record a payment' })
  pay.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Spring season' })
  await within(dialog).findByRole('textbox', { name: /Amount/ })
  await waitFor(() => expect(within(dialog).getByRole('group', { name: 'Spring season' })).toHaveFocus())
})

const card = {
  paymentId: 'payment-1',
  amountInCents: 5000,
  givenBackInCents: 0,
  how: 'CARD',
  note: 'visa •••• 4242',
  paidAt: '2026-11-21T18:00:00Z',
  paidOn: '2026-11-21',
  onItsWayInCents: 0,
  refusedInCents: 0,
  takenByBankInCents: 0,
  goneBackInCents: 0,
  chargebackByHand: false,
} as const

it('shows until when to respond to a dispute, and disables refunds meanwhile', async () => {
  const paid = { status: 'PAID', paidInCents: 5000, outstandingInCents: 0 } as const
  const dispute = { status: 'open', dueBy: '2026-12-11T18:00:00Z' } as const
  const { user } = open({ [DETAILS]: details({ ...paid, payments: [{ ...card, dispute }] }) })
  await user.click(await screen.findByRole('button', { name: show }))
  expect(await screen.findByText(/respond at Stripe by 12\/11\/2026/)).toBeVisible()
  const why = 'Wait until the payer’s bank has decided.'
  expect(screen.getByRole('button', { name: 'Refund' })).toHaveAccessibleDescription(why)
  await user.click(screen.getByRole('button', { name: 'More' }))
  const cancelling = await screen.findByRole('menuitem', { name: /Cancel and refund/, hidden: true })
  expect(within(cancelling).getByText(why)).toBeDefined()
})

it('allows refunding an inquiry of the payer’s bank, and says that this ends it', async () => {
  const paid = { status: 'PAID', outstandingInCents: 0, paidInCents: 5000 } as const
  const dispute = { status: 'inquiry', dueBy: '2026-12-11T18:00:00Z' } as const
  const { user } = open({ [DETAILS]: details({ ...paid, payments: [{ ...card, dispute }] }) })
  await user.click(await screen.findByRole('button', { name: show }))
  expect(await screen.findByText(/Refund it in full, or respond at Stripe by .*, before it becomes/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Refund' })).not.toHaveAttribute('aria-disabled')
})

it('says of a lost dispute that the bank reversed the payment, and not that a waived fee is owed', async () => {
  const waived = { status: 'WAIVED', outstandingInCents: 0, waivedInCents: 5000 } as const
  const dispute = { status: 'lost', dueBy: null } as const
  const taken = { givenBackInCents: 5000, takenByBankInCents: 5000 }
  const { user } = open({ [DETAILS]: details({ ...waived, payments: [{ ...card, ...taken, dispute }] }) })
  await user.click(await screen.findByRole('button', { name: show }))
  expect(await screen.findByText('The payer’s bank reversed this payment')).toBeVisible()
  expect(screen.getByText(/ · \$50.00 reversed by the payer’s bank$/)).toBeVisible()
})

const AGAIN = 'POST /rest-api/fee/refund-again/{feePlayerId}'
const refusedOf = (how: 'CARD' | 'PAYPAL') =>
  details({ payments: [{ ...card, how, givenBackInCents: 5000, refusedInCents: 5000, dispute: null }] })

it('asks how the club has refunded what the provider could not', async () => {
  const { user } = open({ [DETAILS]: refusedOf('CARD'), [AGAIN]: {} })
  await user.click(await screen.findByRole('button', { name: show }))
  expect(await screen.findByRole('button', { name: 'Retry the refund' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Refunded another way' }))
  expect(await screen.findByText(/^\$50\.00 is recorded as refunded by the club/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Record' }))
  expect(server.asked(AGAIN)).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findByText('Recorded as refunded')
  expect(server.asked(AGAIN).map(({ body }) => body)).toEqual([{ paymentId: 'payment-1', how: 'TRANSFER' }])
})

it('refers to PayPal for failed refunds of PayPal payments, without a retry', async () => {
  const { user } = open({ [DETAILS]: refusedOf('PAYPAL') })
  await user.click(await screen.findByRole('button', { name: show }))
  expect(await screen.findByText(/^Refund it in your PayPal account: it is/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Retry the refund' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Refunded another way' })).toBeVisible()
})

it('loads the current version when changing, splitting or reassigning a fee is rejected as stale', async () => {
  const CHANGE = 'PUT /rest-api/fee/update/{feePlayerId}'
  const SPLIT = 'POST /rest-api/fee/split/{feePlayerId}'
  let revision = 1
  const upon = (asked: { body: unknown }) => {
    if ((asked.body as { revision: number }).revision !== revision) throw new Problem('conflict')
    revision += 1
    return details({ revision, payers: ['Ann Moreno'] })
  }
  const { user } = open({
    [DETAILS]: () => details({ revision, payers: ['Ann Moreno'] }),
    'GET /rest-api/fee/payers/{feePlayerId}': {
      payers: ['Ann', 'Bob'].map((name) => ({ userId: name, name: `${name} Moreno` })),
    },
    [CHANGE]: upon,
    [SPLIT]: upon,
  })
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /More/ }))
    await user.click(await screen.findByRole('menuitem', { name, hidden: true }))
  }
  /** Another user has changed the fee, so the first click is rejected and reloads it. */
  async function pressOnce(press: () => Promise<void>, said: string | RegExp) {
    revision += 1
    const read = server.asked(DETAILS).length
    await press()
    await screen.findByText(said)
    await waitFor(() => expect(server.asked(DETAILS).length).toBeGreaterThan(read))
  }
  const meanwhile = 'Someone changed this at the same time. Please try again.'
  await user.click(await screen.findByRole('button', { name: show }))
  await choose('Edit')
  await user.type(await screen.findByRole('textbox', { name: /^What for/ }), ' 2027')
  await pressOnce(() => user.click(screen.getByRole('button', { name: 'Save' })), behind)
  expect(screen.getByRole('textbox', { name: /^What for/ })).toHaveValue('Spring season 2027')
  await user.click(screen.getByRole('button', { name: takeTheirs }))
  await user.type(screen.getByRole('textbox', { name: /^What for/ }), ' 2028')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Fee saved')
  expect(server.asked(CHANGE).map(({ body }) => body)).toMatchObject([
    { name: 'Spring season 2027', revision: 1 },
    { name: 'Spring season 2028', revision: 2 },
  ])
  await choose('Split between two homes')
  await screen.findByRole('group', { name: 'Bob Moreno' })
  await pressOnce(() => user.click(screen.getByRole('button', { name: 'Split' })), meanwhile)
  // The fee may be split by now, so splitting starts again from the current version.
  expect(screen.queryByRole('group', { name: 'Bob Moreno' })).toBeNull()
  await pressOnce(() => choose('Ask the whole family'), meanwhile)
  await choose('Ask the whole family')
  await screen.findByText('Everyone who pays for the player is asked')
})

it('retries a split whose response was lost with the same revision', async () => {
  const SPLIT = 'POST /rest-api/fee/split/{feePlayerId}'
  let revision = 1
  const { user } = open({
    [DETAILS]: () => details({ revision }),
    'GET /rest-api/fee/payers/{feePlayerId}': {
      payers: ['Ann', 'Bob'].map((name) => ({ userId: name, name: `${name} Moreno` })),
    },
    [SPLIT]: () => {
      revision += 1
      if (revision === 2) throw new Problem('busy')
      return details({ revision, payers: ['Ann Moreno'] })
    },
  })
  await user.click(await screen.findByRole('button', { name: show }))
  await user.click(await screen.findByRole('button', { name: /More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Split between two homes', hidden: true }))
  await screen.findByRole('group', { name: 'Bob Moreno' })
  await user.click(screen.getByRole('button', { name: 'Split' }))
  await waitFor(() => expect(server.asked(SPLIT)).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Split' }))
  await screen.findByText('Split between two homes')
  expect(server.asked(SPLIT).map(({ body }) => body)).toMatchObject([{ revision: 1 }, { revision: 1 }])
})

it('waives only the amount that was shown, and shows the new one if it has changed', async () => {
  const WAIVE = 'POST /rest-api/fee/write-off/{feePlayerId}'
  let now = { revision: 1, outstandingInCents: 5000 }
  const { user } = open({
    [DETAILS]: () => details(now),
    [WAIVE]: ({ body }) => {
      if ((body as { undone?: boolean }).undone) return details(now)
      if ((body as { revision: number }).revision !== now.revision) throw new Problem('conflict')
      return details({ ...now, waivedInCents: now.outstandingInCents, outstandingInCents: 0 })
    },
  })
  async function waive(sum: string) {
    await user.click(await screen.findByRole('button', { name: /More/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Waive the balance', hidden: true }))
    const question = within(await screen.findByRole('dialog', { name: `Waive ${sum} for Danley Jean Jacques?` }))
    await user.click(question.getByRole('button', { name: 'Waive the balance' }))
  }
  await user.click(await screen.findByRole('button', { name: show }))
  await screen.findByRole('button', { name: /More/ })
  now = { revision: 2, outstandingInCents: 9000 }
  await waive('$50.00')
  await screen.findByText('Someone changed this at the same time. Please try again.')
  expect(await screen.findByText('$90.00')).toBeVisible()
  await waive('$90.00')
  await screen.findByText('Nothing more is owed on this fee')
  // Undo is based on the same revision.
  await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('It is owed again as before')
  expect(server.asked(WAIVE).map(({ body }) => body)).toEqual([
    { as: 'waived', revision: 1 },
    { as: 'waived', revision: 2 },
    { as: 'waived', revision: 2, undone: true },
  ])
})
