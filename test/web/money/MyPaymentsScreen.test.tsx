import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import MyPaymentsScreen from '#web/money/MyPaymentsScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { organizationId } from '../people.ts'
import { details, fee } from './fees.ts'

const server = standInServer()
const MINE = 'GET /rest-api/fee/my-fees'
const CARDS = 'GET /rest-api/fee/cards'
const nothingBack = { onItsWayInCents: 0, refusedInCents: 0, dispute: null } as const
const organization = { id: organizationId, name: 'Riverside FC' }

it('shows what is to be paid first, what is late, and what is done', async () => {
  server.answers({
    [CARDS]: { cards: [] },
    [MINE]: {
      fees: [
        { ...fee('danley', { status: 'LATE', name: 'Kit', outstandingInCents: 3000 }), organization },
        { ...fee('roshon'), organization },
        { ...fee('julian', { status: 'PAID', outstandingInCents: 0, paidInCents: 5000 }), organization },
      ],
    },
  })
  show(<MyPaymentsScreen />)
  const open = within(await screen.findByRole('region', { name: 'To pay' })).getAllByRole('listitem')
  expect(open.map((item) => within(item).getByText(/^\$/).textContent)).toEqual(['$30.00Late', '$50.00Unpaid'])
  expect(within(open[0] as HTMLElement).getByText(/Riverside FC · due 12\/01\/2026/)).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Done' })).getByText('Paid')).toBeDefined()
  expect(screen.getByText('$80.00')).toBeDefined()
})

it('opens a fee with what was paid on it; nothing there is for a family to change', async () => {
  const payment = {
    paymentId: 'cash-0001',
    amountInCents: 2000,
    givenBackInCents: 0,
    how: 'CASH',
    note: null,
    ...nothingBack,
  } as const
  server.answers({
    [CARDS]: { cards: [] },
    [MINE]: { fees: [{ ...fee(), organization }] },
    'GET /rest-api/fee/details/{feePlayerId}': details({
      payments: [{ ...payment, paidAt: '2026-11-20T18:00:00Z' }],
    }),
  })
  const { user } = show(<MyPaymentsScreen />)
  await user.click(await screen.findByRole('button', { name: /Show Danley/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('$20.00, Cash')
  expect(dialog.getByRole('button', { name: 'Receipt' })).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Take back' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Put down a payment' })).toBeNull()
})

it('says that nothing is to be paid, and what could not be loaded', async () => {
  server.answers({
    [CARDS]: { cards: [] },
    [MINE]: () => {
      throw new Problem('busy')
    },
  })
  const { user } = show(<MyPaymentsScreen />)
  await screen.findByText('The fees could not be loaded.')
  server.answers({ [CARDS]: { cards: [] }, [MINE]: { fees: [] } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing to pay')).toBeDefined()
})

it('shows from which card a club takes what is due, when a refused one is tried again, and switches it off', async () => {
  const club = { id: organizationId, name: 'Riverside FC' }
  const card = { organization: club, label: 'visa •••• 4242', state: 'refused' as const, nextTryOn: '2026-12-04' }
  server.answers({ [MINE]: { fees: [] }, [CARDS]: { cards: [card] }, 'DELETE /rest-api/fee/cards/{orgId}': {} })
  const { user } = show(<MyPaymentsScreen />)
  await screen.findByText('Riverside FC · It was refused. It is tried again on 12/04/2026')
  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  server.answers({ [CARDS]: { cards: [] } })
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Switch off' }))
  await screen.findByText('Nothing more is taken from this card')
  expect(screen.queryByText('visa •••• 4242')).toBeNull()
})
