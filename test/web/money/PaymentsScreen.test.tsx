import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

const server = standInServer()
const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'
const CREATE = 'POST /rest-api/fee/create'
const PAY = 'POST /rest-api/fee/manual-payment/{feePlayerId}'

const roster = [
  { ...person('danley'), teamIds: [teamId], tags: [] },
  { ...person('roshon'), teamIds: [teamId], tags: ['Travel squad'] },
]
function open(more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    [SEARCH]: { fees: [fee('danley', { status: 'LATE' }), fee('roshon')], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': {
      totals: { dueInCents: 10_000, paidInCents: 2500, lateInCents: 5000, comingInCents: 0 },
      months: [{ month: '2026-12', dueInCents: 10_000, paidInCents: 2500, lateInCents: 5000, comingInCents: 0 }],
    },
    'GET /rest-api/fee/players/{orgUnitId}': { players: roster },
    'GET /rest-api/fee/admin-teams/{orgId}': { all: false, teams: [{ id: teamId, name: 'U12 Falcons' }] },
    'GET /rest-api/fee/details/{feePlayerId}': details(),
    ...more,
  })
  return showInShell(<PaymentsScreen />, {
    path: '/:orgId/:teamId/payments',
    at: `/${organizationId}/${teamId}/payments`,
  })
}

it('lists fees with player and status, and the totals', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Fees' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getByText(/^(Late|Unpaid)$/).textContent)).toEqual(['Late', 'Unpaid'])
  expect(within(rows[0] as HTMLElement).getByText('Danley Jean Jacques')).toBeDefined()
  expect(within(table).queryByRole('columnheader', { name: 'Team' })).toBeNull()
  for (const sum of ['$100.00', '$25.00']) expect(await screen.findByText(sum)).toBeDefined()
})

it('shows who is asked for each part of a split fee', async () => {
  const parts = [['Ann Moreno'], ['Leo Ruiz', 'Eva Ruiz'], []].map((payers) => fee('danley', { payers }))
  open({
    [SEARCH]: { fees: parts.map((part, i) => ({ ...part, feePlayerId: `${part.feePlayerId}${i}` })), cursor: null },
  })
  const table = await screen.findByRole('table', { name: 'Fees' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).queryByText(/^Payers/)?.textContent)).toEqual([
    'Payers: Ann Moreno',
    'Payers: Leo Ruiz, Eva Ruiz',
    undefined,
  ])
  expect(within(table).getByRole('button', { name: /Spring season, Ann Moreno$/ })).toBeVisible()
})

it('filters by status, with an empty state', async () => {
  const { user } = open({
    [SEARCH]: ({ query }) => ({ fees: query['status'] === 'PAID' ? [] : [fee()], cursor: null }),
  })
  await screen.findByRole('table', { name: 'Fees' })
  await user.selectOptions(screen.getByLabelText('Status'), 'PAID')
  await screen.findByText('No matching fees')
  expect(server.asked(SEARCH).at(-1)?.query).toEqual({ status: 'PAID' })
  await user.click(screen.getByRole('button', { name: 'Show all fees' }))
  await screen.findByRole('table', { name: 'Fees' })
})

it('charges selected players once, also after a retry, and shows their number', async () => {
  let tries = 0
  const { user } = open({
    [CREATE]: () => {
      tries += 1
      if (tries === 1) throw new Problem('busy')
      return { charged: 1 }
    },
  })
  await screen.findByRole('table', { name: 'Fees' })
  await user.click(screen.getByRole('button', { name: 'Charge a fee' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByLabelText('Select those with a tag'), 'Travel squad')
  expect(dialog.getByRole('checkbox', { name: 'Danley Jean Jacques' })).toHaveProperty('checked', false)
  expect(dialog.getByRole('checkbox', { name: 'Roshon van Eijma' })).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('button', { name: 'Choose all' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Roshon van Eijma' }))
  await user.click(dialog.getByRole('button', { name: 'Charge a fee' }))
  expect(dialog.getAllByText('Required.')).toHaveLength(3)
  await user.type(dialog.getByLabelText(/What for/), 'Kit')
  await user.type(dialog.getByLabelText(/Amount per player/), '65.50')
  await user.type(dialog.getByRole('textbox', { name: /Due on/ }), '12/15/2026')
  expect(dialog.getByText('1 player, $65.50 in total')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Charge a fee' }))
  await dialog.findByText('Touchline is busy. Please try again in a moment.')
  await user.click(dialog.getByRole('button', { name: 'Charge a fee' }))
  await screen.findByText('1 player charged')
  const [first, second] = server.asked(CREATE).map(({ body }) => body as { feeId: string })
  expect(first).toEqual({
    feeId: expect.stringMatching(new RegExp(`^${teamId}\\.d\\w{11}$`)) as string,
    playerIds: [person('danley').id],
    name: 'Kit',
    description: '',
    amountInCents: 6550,
    dueOn: '2026-12-15',
    absorbFees: false,
    tell: true,
  })
  expect(second?.feeId).toBe(first?.feeId)
})

it('charges in monthly installments that add up to the total', async () => {
  const away = { ...person('kovar'), teamIds: [], tags: [] }
  const players = { 'GET /rest-api/fee/players/{orgUnitId}': { players: [away, ...roster] } }
  const { user } = open({ [CREATE]: { charged: 2 }, ...players })
  await screen.findByRole('table', { name: 'Fees' })
  await user.click(screen.getByRole('button', { name: 'Charge a fee' }))
  const dialog = within(await screen.findByRole('dialog'))
  // A player without a team is selected by name.
  const other = await dialog.findByRole('checkbox', { name: 'Matěj Kovář · no team', checked: false })
  await user.click(other)
  await user.selectOptions(dialog.getByLabelText('Select those with a tag'), 'Travel squad')
  await user.click(dialog.getByRole('button', { name: 'Choose all' }))
  expect(other).toBeChecked()
  await user.click(other)
  await user.type(await dialog.findByLabelText(/What for/), 'Season')
  await user.type(dialog.getByLabelText(/Amount per player/), '100')
  await user.type(dialog.getByRole('textbox', { name: /Due on/ }), '12/31/2026')
  await user.selectOptions(dialog.getByLabelText('Paid in'), '3')
  await user.click(dialog.getByRole('checkbox', { name: 'Email families' }))
  const parts = dialog.getAllByText(/^\$33/).map(({ textContent }) => textContent)
  expect(parts).toEqual(['$33.34 due 12/31/2026', '$33.33 due 01/31/2027', '$33.33 due 02/28/2027'])
  await user.click(dialog.getByRole('button', { name: 'Charge a fee' }))
  await screen.findByText('2 players charged')
  expect(server.asked(CREATE)[0]?.body).toMatchObject({
    amountInCents: 10_000,
    playerIds: roster.map(({ id }) => id),
    tell: false,
    instalments: [
      { amountInCents: 3334, dueOn: '2026-12-31' },
      { amountInCents: 3333, dueOn: '2027-01-31' },
      { amountInCents: 3333, dueOn: '2027-02-28' },
    ],
  })
})

it('records a payment of the open amount by default, or less', async () => {
  const { user } = open({ [PAY]: details({ paidInCents: 2000, outstandingInCents: 3000, status: 'PARTIAL' }) })
  await user.click(await screen.findByRole('button', { name: 'Show Danley Jean Jacques, Spring season' }))
  await user.click(await screen.findByRole('button', { name: 'Record a payment' }))
  const amount = await screen.findByLabelText(/Amount paid/)
  expect((amount as HTMLInputElement).value).toBe('50.00')
  await user.clear(amount)
  await user.type(amount, '60')
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findByText('max 50 number')
  await user.clear(amount)
  await user.type(amount, '20')
  await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findByText('Payment recorded')
  expect(server.asked(PAY)[0]?.body).toEqual({
    paymentId: expect.stringMatching(/^m\w{11}$/) as string,
    amountInCents: 2000,
    how: 'TRANSFER',
    paidOn: '2026-11-21',
  })
})

const shown = { refusedInCents: 0, takenByBankInCents: 0, chargebackByHand: false, dispute: null, note: null } as const
const paidAt = '2026-11-20T18:00:00Z'
const paidOn = '2026-11-20'
it('shows the refunds of a payment, and that a mistaken one was reversed', async () => {
  const { user } = open({
    'GET /rest-api/fee/details/{feePlayerId}': details({
      payments: [
        {
          ...shown,
          paymentId: 'y1',
          amountInCents: 3000,
          givenBackInCents: 3000,
          how: 'CARD',
          paidAt,
          paidOn,
          onItsWayInCents: 2000,
          goneBackInCents: 1000,
        },
        {
          ...shown,
          paymentId: 'm1',
          amountInCents: 900,
          givenBackInCents: 900,
          how: 'CASH',
          paidAt,
          paidOn,
          onItsWayInCents: 0,
          goneBackInCents: 900,
        },
      ],
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Show Danley Jean Jacques, Spring season' }))
  expect(await screen.findByText(/ · \$20.00 is being refunded · \$10.00 refunded$/)).toBeDefined()
  expect(screen.getByText(/ · \$9.00 reversed$/)).toBeDefined()
})

it('changes one part of a fee with a long name, including who pays the processing fee', async () => {
  const UPDATE = 'PUT /rest-api/fee/update/{feePlayerId}'
  const name = `${'Kit '.repeat(12)}it (10/12)`
  const { user } = open({ 'GET /rest-api/fee/details/{feePlayerId}': details({ name }), [UPDATE]: details({ name }) })
  await user.click(await screen.findByRole('button', { name: 'Show Danley Jean Jacques, Spring season' }))
  await user.click(await screen.findByRole('button', { name: /^More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  await screen.findByText('Who pays the processing fee')
  expect(screen.getByRole('radio', { name: /The family/ })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: /The club/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Fee saved')
  expect(server.asked(UPDATE)[0]?.body).toMatchObject({ name, absorbFees: true, amountInCents: 5000 })
})

it('asks before canceling a fee, with a button other than “Cancel”', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Show Danley Jean Jacques, Spring season' }))
  await user.click(await screen.findByRole('button', { name: /^More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel fee', hidden: true }))
  const question = within(await screen.findByRole('dialog', { name: 'Cancel the fee for Danley Jean Jacques?' }))
  expect(question.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await user.click(question.getByRole('button', { name: 'Keep the fee' }))
  expect(server.asked('POST /rest-api/fee/cancel/{feePlayerId}')).toEqual([])
})

it('says why a fee that is being paid cannot be deleted', async () => {
  const { user } = open({
    'DELETE /rest-api/fee/delete/{feePlayerId}': () => {
      throw new Problem('being_paid')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Show Danley Jean Jacques, Spring season' }))
  await user.click(await screen.findByRole('button', { name: /^More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete the fee for Danley Jean Jacques?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Someone is paying this right now.')).toBeDefined()
})

it('sends reminders to all selected families, and says how many were skipped', async () => {
  const REMIND = 'POST /rest-api/fee/remind/{feePlayerId}'
  const { user } = open({
    [REMIND]: ({ params }) => {
      if (params['feePlayerId'] === fee('roshon').feePlayerId) throw new Problem('told_already')
      return {}
    },
  })
  const table = await screen.findByRole('table', { name: 'Fees' })
  for (const box of within(table).getAllByRole('checkbox').slice(1)) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Send 2 reminders' }))
  await screen.findByText(
    '1 family has been emailed. 1 was skipped: nothing is owed any more, it is being paid, or the family was emailed within the last day.',
  )
  expect(server.asked(REMIND)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Send \d+ reminder/ })).toBeNull()
})

it('downloads the ledger of the whole club from the payouts', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  URL.createObjectURL = () => 'blob:ledger'
  URL.revokeObjectURL = () => undefined
  const { organizations, ...rest } = treasurer()
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditFees'] })),
    },
    [SEARCH]: { fees: [fee()], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': {
      totals: { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 },
      months: [],
    },
    'GET /rest-api/fee/payouts/{orgId}': { payouts: [] },
    'GET /rest-api/fee/journal/{orgId}': new File(['commodity USD 1000.00'], 'ledger-2026-11-26.journal'),
  })
  const { user } = showInShell(<PaymentsScreen />, { path: '/:orgId/payments', at: `/${organizationId}/payments` })
  await user.click(await screen.findByRole('button', { name: 'Payouts and ledger' }))
  await user.click(await screen.findByRole('button', { name: 'Download ledger' }))
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const asked = server.asked('GET /rest-api/fee/journal/{orgId}').map(({ params }) => params['orgId'])
  expect(asked).toEqual([organizationId])
})

it('tells a coach without the right why no fees are shown', async () => {
  open({ 'GET /api/v1/playersAndTeams': treasurer(['canEditEvents']) })
  await screen.findByText('You cannot view fees here')
  // The message is the only content.
  expect(screen.queryByRole('button', { name: 'Charge a fee' })).toBeNull()
  expect(server.asked(SEARCH)).toEqual([])
})

it('keeps the input when another team is chosen for a new fee', async () => {
  const otters = `${organizationId}.t0000000000o`
  const teams = [
    { id: teamId, name: 'U12 Falcons' },
    { id: otters, name: 'U10 Otters' },
  ]
  const { user } = open({ 'GET /rest-api/fee/admin-teams/{orgId}': { all: false, teams } })
  await screen.findByRole('table', { name: 'Fees' })
  await user.click(screen.getByRole('button', { name: 'Charge a fee' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText(/What for/), 'Kit')
  await user.type(dialog.getByLabelText(/Amount per player/), '65.50')
  await user.selectOptions(dialog.getByLabelText('For'), 'U10 Otters')
  expect(await dialog.findByLabelText(/What for/)).toHaveProperty('value', 'Kit')
  expect(dialog.getByLabelText(/Amount per player/)).toHaveProperty('value', '65.50')
})
