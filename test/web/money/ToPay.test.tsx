import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PayScreen from '#web/money/PayScreen.tsx'
import { NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { fee, payId, view } from './payView.ts'

const server = standInServer()
beforeEach(() => sessionStorage.clear())
const VIEW = 'GET /rest-api/pay/{payId}'
const START = 'POST /rest-api/pay/{payId}/start'
const open = () => showScreen(<PayScreen />, { at: `/pay/${payId}`, path: '/pay/:payId' })
type Sent = { attempt: string; instead: boolean; save?: boolean; paymentAccountId: string; feePlayerIds: string[] }
const sent = () => server.asked(START).map(({ body }) => body as Sent)

/** Two children, each with a season in 12 installments. */
const instalments = Array.from({ length: 24 }, (_, i) =>
  fee(`Part ${i + 1}`, i % 2 === 0 ? 'Mia' : 'Noa', {
    feePlayerId: `o00000000001.d${String(i).padStart(11, '0')}.p00000000001`,
    dueOn: `2027-${String(Math.floor(i / 2) + 1).padStart(2, '0')}-01`,
  }),
)

it('preselects the fees due soonest when there are more than the limit, and says why', async () => {
  server.answers({ [VIEW]: { ...view, fees: instalments }, [START]: { url: '#away' } })
  const { user } = open()
  expect(await screen.findByText(/^You can pay up to 20 fees at once\. Pay those due soonest first/)).toBeVisible()
  const chosen = screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  expect(chosen).toEqual(instalments.map((_, i) => i < 20))
  await user.click(screen.getByRole('checkbox', { name: 'Part 24, Noa' }))
  const pay = screen.getByRole('button', { name: /^Pay \$/ })
  expect(pay).toHaveAccessibleDescription('You can pay up to 20 fees at once: remove some.')
  await user.click(pay)
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Part 1, Mia' }))
  await user.click(screen.getByRole('button', { name: /^Pay \$/ }))
  await vi.waitFor(() => expect(sent().map(({ feePlayerIds }) => feePlayerIds.length)).toEqual([20]))
})

it('does not mention the limit when all fees are below it', async () => {
  server.answers({ [VIEW]: { ...view, fees: instalments.slice(4) } })
  open()
  expect(await screen.findAllByRole('checkbox', { checked: true })).toHaveLength(20)
  expect(screen.queryByText(/^You can pay up to 20/)).toBeNull()
})

const payPal = {
  paymentAccountId: 'o00000000001.a00000000002',
  paymentProviderName: 'PAYPAL' as const,
  rate: { perMille: 39, cents: 30 },
  takesAny: true,
}

it('retries a payment with the same attempt id, and ends it with a new one for another method', async () => {
  const both = { ...view, methods: [...view.methods, payPal] }
  server.answers({
    [VIEW]: both,
    [START]: () => {
      throw new Problem('busy')
    },
  })
  const { user } = open()
  const pay = async () => {
    await user.click(await screen.findByRole('button', { name: 'Pay $83.56' }))
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Pay $83.56' })).not.toHaveAttribute('aria-busy'))
  }
  await pay()
  await pay()
  await user.click(screen.getByRole('radio', { name: 'PayPal' }))
  await pay()
  await pay()
  const [one, again, other, otherAgain] = sent()
  expect([one?.attempt === again?.attempt, one?.instead, again?.instead]).toEqual([true, false, false])
  expect(other).toMatchObject({ paymentAccountId: payPal.paymentAccountId, instead: true })
  expect([other?.attempt === one?.attempt, otherAgain?.attempt === other?.attempt]).toEqual([false, true])
  expect(otherAgain?.instead).toBe(true)
})

it('pays fees of different accounts in sequence, each with its own methods', async () => {
  const [own, other] = ['o00000000001.a00000000003', 'o00000000001.a00000000004']
  const card = { ...payPal, paymentProviderName: 'STRIPE' as const, takesAny: false }
  server.answers({
    [VIEW]: {
      ...view,
      fees: [
        fee('Kit', 'Mia'),
        fee('Season', 'Mia', { paymentAccountId: own }),
        fee('Camp', 'Mia', { paymentAccountId: other }),
      ],
      methods: [...view.methods, payPal, { ...card, paymentAccountId: own }, { ...card, paymentAccountId: other }],
    },
    [START]: () => {
      throw new Problem('busy')
    },
  })
  const { user } = open()
  expect(await screen.findByText(/^These fees are paid to different accounts of the club/)).toBeVisible()
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect(['Kit, Mia', 'Season, Mia', 'Camp, Mia'].map((name) => box(name).checked)).toEqual([true, true, false])
  expect(box('Camp, Mia')).toHaveAccessibleDescription(/pay it separately, after the selected ones\.$/)
  expect(screen.queryByRole('radio')).toBeNull()
  const pay = async () => {
    await user.click(screen.getByRole('button', { name: /^Pay \$/ }))
    await vi.waitFor(() => expect(screen.getByRole('button', { name: /^Pay \$/ })).not.toHaveAttribute('aria-busy'))
  }
  await pay()
  await user.click(box('Season, Mia'))
  await user.click(screen.getByRole('radio', { name: 'PayPal' }))
  await pay()
  await user.click(box('Camp, Mia'))
  expect(screen.queryByRole('radio')).toBeNull()
  await pay()
  const accounts = sent().map(({ paymentAccountId, feePlayerIds }) => [paymentAccountId, feePlayerIds.length])
  expect(accounts).toEqual([
    [own, 2],
    [payPal.paymentAccountId, 1],
    [other, 2],
  ])
})

it('does not save a card from an attempt with a lost response after the user unchecked that', async () => {
  server.answers({
    [VIEW]: { ...view, canSave: true },
    [START]: () => {
      throw new NoResponse()
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: /Save this card and pay future fees/ }))
  await user.click(screen.getByRole('button', { name: /^Pay \$/ }))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: /^Pay \$/ })).not.toHaveAttribute('aria-busy'))
  await user.click(screen.getByRole('checkbox', { name: /Save this card and pay future fees/ }))
  await user.click(screen.getByRole('button', { name: /^Pay \$/ }))
  await vi.waitFor(() => expect(sent()).toHaveLength(2))
  const [kept, not] = sent()
  expect([kept?.save, not?.save, not?.instead]).toEqual([true, undefined, true])
  expect(not?.attempt).not.toBe(kept?.attempt)
})
