import { screen, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import MyPaymentsScreen from '#web/money/MyPaymentsScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, playersAndTeams } from '../people.ts'
import { details, fee } from './fees.ts'

const server = standInServer()
const MINE = 'GET /rest-api/fee/my-fees'
const CARDS = 'GET /rest-api/fee/cards'
const nothingBack = {
  onItsWayInCents: 0,
  refusedInCents: 0,
  takenByBankInCents: 0,
  goneBackInCents: 0,
  chargebackByHand: false,
  dispute: null,
} as const
const organization = { id: organizationId, name: 'Riverside FC' }

it('lists unpaid fees with late ones first, and paid ones below', async () => {
  server.answers({
    [CARDS]: { cards: [], canKeep: [] },
    [MINE]: {
      fees: [
        { ...fee('danley', { status: 'LATE', name: 'Kit', outstandingInCents: 3000 }), organization, onItsWay: false },
        { ...fee('roshon'), organization, onItsWay: false },
        {
          ...fee('julian', { status: 'PAID', outstandingInCents: 0, paidInCents: 5000 }),
          organization,
          onItsWay: false,
        },
      ],
    },
  })
  showScreen(<MyPaymentsScreen />)
  const open = within(await screen.findByRole('region', { name: 'To pay' })).getAllByRole('listitem')
  expect(open.map((item) => within(item).getByText(/^\$/).textContent)).toEqual(['$30.00Late', '$50.00Unpaid'])
  expect(within(open[0] as HTMLElement).getByText(/Riverside FC · due 12\/01\/2026/)).toBeDefined()
  const done = within(screen.getByRole('region', { name: 'Done' })).getAllByRole('listitem')
  expect(done).toHaveLength(1)
  // All of a settled fee is one button.
  const settled = /^Spring season.*Julián Quiñones · due 12\/01\/2026.*\$50\.00.*Paid$/
  expect(within(done[0] as HTMLElement).getByRole('button', { name: settled })).toBeDefined()
  expect(screen.getByText('$80.00')).toBeDefined()
})

it('links a fee of a registration to it', async () => {
  const registrationId = `${organizationId}.r00000000001`
  const fees = [
    { ...fee('danley', { name: 'Camp' }), organization, creditInCents: 0, onItsWay: false, registrationId },
    { ...fee('roshon'), organization, creditInCents: 0, onItsWay: false },
  ]
  const registration = { id: registrationId, name: 'Fall season', type: 'EVENT' as const }
  server.answers({
    [CARDS]: { cards: [], canKeep: [] },
    [MINE]: { fees },
    'GET /rest-api/fee/details/{feePlayerId}': details({ registration }),
  })
  const { user } = showScreen(<MyPaymentsScreen />)
  const links = await screen.findAllByRole('link', { name: /^Go to the registration/ })
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Go to the registration: Danley Jean Jacques, Camp', `/register/${registrationId}`],
  ])
  await user.click(screen.getByRole('button', { name: 'Show Danley Jean Jacques, Camp' }))
  const dialog = within(await screen.findByRole('dialog'))
  const link = await dialog.findByRole('link', { name: 'Fall season' })
  expect(link).toHaveAttribute('href', `/register/${registrationId}`)
})

it('shows a club’s debt to the family and the fees that it comes from', async () => {
  const cancelled = fee('danley', { status: 'CANCELLED', name: 'Kit', outstandingInCents: 0, paidInCents: 3000 })
  const fees = [{ ...cancelled, organization, creditInCents: 3000 }]
  server.answers({ [CARDS]: { cards: [], canKeep: [] }, [MINE]: { fees } })
  showScreen(<MyPaymentsScreen />)
  expect(await screen.findByText(/^Riverside FC owes you \$30\.00.*\(Kit, Danley Jean Jacques\)/)).toBeVisible()
})

it('does not ask again for a pending bank payment', async () => {
  server.answers({
    [CARDS]: { cards: [], canKeep: [] },
    [MINE]: {
      fees: [
        { ...fee('danley', { status: 'LATE', name: 'Kit', outstandingInCents: 3000 }), organization, onItsWay: true },
        { ...fee('roshon'), organization, onItsWay: false },
      ],
    },
  })
  showScreen(<MyPaymentsScreen />)
  const coming = within(await screen.findByRole('region', { name: 'Processing' }))
  expect(coming.getByText(/^\$/).textContent).toBe('$30.00Processing')
  expect(within(screen.getByRole('region', { name: 'To pay' })).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Pay $50.00 to Riverside FC' })).toBeDefined()
})

it('names no total for more fees than can be paid at once', async () => {
  const many = Array.from({ length: 24 }, (_, i) => {
    const feePlayerId = fee().feePlayerId.replace('d0000000000a', `d${String(i).padStart(11, '0')}`)
    return { ...fee('danley', { feePlayerId }), organization, onItsWay: false }
  })
  server.answers({ [CARDS]: { cards: [], canKeep: [] }, [MINE]: { fees: many } })
  const first = showScreen(<MyPaymentsScreen />)
  expect(await screen.findByRole('button', { name: 'Pay the 20 fees due soonest to Riverside FC' })).toBeVisible()
  first.unmount()
  server.answers({ [MINE]: { fees: many.slice(4) } })
  showScreen(<MyPaymentsScreen />)
  expect(await screen.findByRole('button', { name: 'Pay $1,000.00 to Riverside FC' })).toBeVisible()
})

it('shows a family the payments on a fee, without the club’s actions', async () => {
  const payment = {
    paymentId: 'cash-0001',
    amountInCents: 2000,
    givenBackInCents: 0,
    how: 'CASH',
    note: null,
    ...nothingBack,
  } as const
  server.answers({
    [CARDS]: { cards: [], canKeep: [] },
    [MINE]: { fees: [{ ...fee(), organization, onItsWay: false }] },
    'GET /rest-api/fee/details/{feePlayerId}': details({
      payments: [{ ...payment, paidAt: '2026-11-20T18:00:00Z', paidOn: '2026-11-20' }],
    }),
  })
  const { user } = showScreen(<MyPaymentsScreen />)
  await user.click(await screen.findByRole('button', { name: /Show Danley/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('$20.00, Cash')
  expect(dialog.getByRole('button', { name: 'Receipt (PDF)' })).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Reverse' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Record a payment' })).toBeNull()
})

it('pays a single fee from its dialog, with only that one selected', async () => {
  const other = { ...fee('roshon'), organization, onItsWay: false }
  server.answers({
    [CARDS]: { cards: [], canKeep: [] },
    [MINE]: { fees: [{ ...fee(), organization, onItsWay: false }, other] },
    'GET /rest-api/fee/details/{feePlayerId}': details(),
    'POST /rest-api/fee/payment-link': { payId: 'pay-1' },
  })
  const went = vi.fn<(state: unknown) => void>()
  const At = () => {
    went(useLocation().state)
    return <MyPaymentsScreen />
  }
  const { user } = showScreen(<At />, { path: '*', at: '/payments' })
  await user.click(await screen.findByRole('button', { name: /Show Danley/ }))
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Pay $50.00' }))
  await vi.waitFor(() => expect(went).toHaveBeenCalledWith({ feePlayerId: fee().feePlayerId }))
  expect(server.asked('POST /rest-api/fee/payment-link')[0]?.body).toEqual({ orgId: organizationId })
})

it('leaves payments and cards to a guardian in the account of a child', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({ child: true }),
    [CARDS]: { cards: [], canKeep: [organization] },
    [MINE]: { fees: [{ ...fee(), organization, onItsWay: false }] },
  })
  showScreen(<MyPaymentsScreen />, { path: '*', at: '/payments' })
  for (const name of [/^Pay /, /^Save a card for/])
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription('A parent or guardian has to do this.'),
    )
})

it('offers no payment of a settled fee', async () => {
  const paid = { status: 'PAID', outstandingInCents: 0, paidInCents: 5000 } as const
  server.answers({
    [CARDS]: { cards: [], canKeep: [] },
    [MINE]: { fees: [{ ...fee('danley', paid), organization, onItsWay: false }] },
    'GET /rest-api/fee/details/{feePlayerId}': details(paid),
  })
  const { user } = showScreen(<MyPaymentsScreen />)
  await user.click(await screen.findByRole('button', { name: /Danley Jean Jacques/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('$0.00')
  expect(dialog.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

it('shows an empty state, and a load error that can be retried', async () => {
  server.answers({
    [CARDS]: { cards: [], canKeep: [] },
    [MINE]: () => {
      throw new Problem('busy')
    },
  })
  const { user } = showScreen(<MyPaymentsScreen />)
  await screen.findByText('The fees could not be loaded.')
  server.answers({ [CARDS]: { cards: [], canKeep: [] }, [MINE]: { fees: [] } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing to pay')).toBeDefined()
})

it('shows the card for automatic payments and its next retry, and turns it off', async () => {
  const club = { id: organizationId, name: 'Riverside FC' }
  const card = { organization: club, label: 'visa •••• 4242', state: 'refused' as const, nextTryOn: '2026-12-04' }
  server.answers({
    [MINE]: { fees: [] },
    [CARDS]: { cards: [card], canKeep: [] },
    'DELETE /rest-api/fee/cards/{orgId}': {},
  })
  const { user } = showScreen(<MyPaymentsScreen />)
  await screen.findByText('Riverside FC · It was declined. The next attempt is on 12/04/2026')
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  server.answers({ [CARDS]: { cards: [], canKeep: [] } })
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  await screen.findByText('This card is no longer charged')
  expect(screen.queryByText('visa •••• 4242')).toBeNull()
})

it('says that a card is currently not charged, and offers to save another', async () => {
  const card = { organization, label: 'visa •••• 4242', state: 'waits', nextTryOn: null } as const
  server.answers({ [MINE]: { fees: [] }, [CARDS]: { cards: [card], canKeep: [organization] } })
  showScreen(<MyPaymentsScreen />)
  expect(await screen.findByText(/The club is not charging it at the moment\./)).toBeVisible()
  expect(screen.queryByText(/Charged automatically on the due date$/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Save a card for Riverside FC' })).toBeVisible()
})

it('names a bank account in words', async () => {
  const card = { organization, label: 'us_bank_account', state: 'on', nextTryOn: null } as const
  server.answers({ [MINE]: { fees: [] }, [CARDS]: { cards: [card], canKeep: [] } })
  showScreen(<MyPaymentsScreen />)
  expect(await screen.findByText('Bank account')).toBeVisible()
  expect(screen.queryByText(/us_bank_account/)).toBeNull()
})

it('shows an error when the saved cards fail to load, and can be retried', async () => {
  server.answers({
    [MINE]: { fees: [] },
    [CARDS]: () => {
      throw new Problem('busy')
    },
  })
  const { user } = showScreen(<MyPaymentsScreen />)
  await screen.findByText('Your saved cards could not be loaded.')
  server.answers({ [CARDS]: { cards: [], canKeep: [organization] } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Save a card for Riverside FC' })).toBeVisible()
})

it('lists a rejected card above the paid fees', async () => {
  const card = { organization, label: 'visa •••• 4242', state: 'refused', nextTryOn: '2026-12-04' } as const
  const paid = { ...fee('julian', { status: 'PAID', outstandingInCents: 0 }), organization }
  server.answers({ [MINE]: { fees: [paid] }, [CARDS]: { cards: [card], canKeep: [] } })
  showScreen(<MyPaymentsScreen />)
  const cards = await screen.findByRole('region', { name: 'Automatic payments' })
  const done = await screen.findByRole('region', { name: 'Done' })
  expect(cards.compareDocumentPosition(done)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('leads to the provider’s page to save a card, and confirms it on return', async () => {
  const asked: unknown[] = []
  server.answers({
    [MINE]: { fees: [] },
    [CARDS]: { cards: [], canKeep: [organization] },
    'POST /rest-api/fee/cards/{orgId}/kept': ({ params: { orgId } }) => {
      asked.push(orgId)
      return { isKept: true }
    },
  })
  showScreen(<MyPaymentsScreen />, { path: '/payments', at: `/payments?myPlayers=true&card=${organizationId}` })
  expect(await screen.findByRole('button', { name: 'Save a card for Riverside FC' })).toBeDefined()
  expect(await screen.findByText('Your card has been saved')).toBeDefined()
  expect(asked).toEqual([organizationId])
})

it('can open the provider’s page again after the browser’s Back', async () => {
  const SET_UP = 'POST /rest-api/fee/cards/{orgId}'
  server.answers({
    [MINE]: { fees: [] },
    [CARDS]: { cards: [], canKeep: [organization] },
    [SET_UP]: { url: '#the-page-of-the-provider' },
  })
  const { user } = showScreen(<MyPaymentsScreen />)
  const button = await screen.findByRole('button', { name: 'Save a card for Riverside FC' })
  expect(screen.getByText(/^Anything already due there is charged to it soon/)).toBeDefined()
  await user.click(button)
  await vi.waitFor(() => expect(location.hash).toBe('#the-page-of-the-provider'))
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  await user.click(button)
  await vi.waitFor(() => expect(server.asked(SET_UP)).toHaveLength(2))
})
