// apart: the page reads the configuration once, and other tests may have one without a card frame
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import PayScreen from '#web/money/PayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { fee, payId, view } from './payView.ts'

const server = standInServer()
const VIEW = 'GET /rest-api/pay/{payId}'
const BACK = 'POST /rest-api/pay/{payId}/back'
const CARD = 'POST /rest-api/pay/{payId}/card'
const paymentId = 'o00000000001.y00000000001'
const open = {
  state: 'open' as const,
  amountInCents: 8356,
  label: null,
  isRefused: false,
  card: { publicKey: 'pub_1', script: 'https://fields.example/t.js' },
}
beforeEach(() => {
  sessionStorage.clear()
  const fetched = globalThis.fetch
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) =>
    asked[0] === '/config.json'
      ? Promise.resolve(Response.json({ cardFrame: 'https://cards.example' }))
      : fetched(...asked),
  )
  history.replaceState(null, '', `/pay/${payId}?card=${paymentId}`)
})
afterEach(() => history.replaceState(null, '', '/'))

/** Opens the page with the card fields and simulates a valid card typed in its frame. */
async function typing() {
  const { user } = showScreen(<PayScreen />, { at: `/pay/${payId}`, path: '/pay/:payId' })
  const frame = await screen.findByTitle<HTMLIFrameElement>('Your card')
  if (!frame.contentWindow) throw new Error('The iframe is missing.')
  const said = vi.spyOn(frame.contentWindow, 'postMessage').mockImplementation(() => undefined)
  fireEvent.load(frame)
  const [, , [line]] = said.mock.calls[0] as unknown as [object, string, [MessagePort]]
  line.addEventListener('message', () => line.postMessage({ is: 'typed', token: 'tok-4242-1' }))
  line.start()
  line.postMessage({ is: 'ready' })
  return user
}

it.each<ProblemCode>(['payment_over', 'payments_off', 'not_found'])(
  'a payment that is over (%s) is replaced by the current fees, and not reopened by a reload',
  async (code) => {
    const now = { ...view, fees: [fee('Camp', 'Noa')] }
    server.answers({
      [VIEW]: view,
      [BACK]: open,
      [CARD]: () => {
        server.answers({ [VIEW]: now })
        throw new Problem(code)
      },
    })
    const user = await typing()
    await user.click(await screen.findByRole('button', { name: 'Pay $83.56' }))
    // The other fee has been paid by another guardian meanwhile.
    expect(await screen.findByRole('button', { name: 'Pay $52.34' })).toBeVisible()
    expect(screen.getByText(problems[code][1]).closest('[role=alert]')).not.toBeNull()
    expect(screen.queryByRole('heading', { name: 'Your card' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Kit, Mia' })).toBeNull()
    expect(location.search).toBe('')
  },
)

it('the card fields stay when the result of the payment is unknown', async () => {
  server.answers({
    [VIEW]: view,
    [BACK]: open,
    [CARD]: () => {
      throw new Problem('busy')
    },
  })
  const user = await typing()
  await user.click(await screen.findByRole('button', { name: 'Pay $83.56' }))
  await vi.waitFor(() => expect(server.asked(CARD)).toHaveLength(1))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Back' })).not.toHaveAttribute('aria-busy'))
  expect(screen.getByRole('heading', { name: 'Your card' })).toBeVisible()
  expect(location.search).toBe(`?card=${paymentId}`)
})

it('an unconfirmed card payment is shown as unknown, and can be checked again', async () => {
  const asked = { ...open, state: 'processing', unsure: 'asked', card: null } as const
  const fees = view.fees.map((each) => ({ ...each, beingPaid: 'asked' as const }))
  server.answers({ [VIEW]: { ...view, fees }, [BACK]: open, [CARD]: asked })
  const user = await typing()
  await user.click(await screen.findByRole('button', { name: /^Pay/ }))
  expect(await screen.findByText(/^We do not know yet whether your card was charged \$83\.56/)).toBeVisible()
  expect(screen.queryByText(/from your bank/)).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Kit, Mia' })).toHaveAccessibleDescription(/We do not know yet/)
  server.answers({ [VIEW]: view, [BACK]: { ...open, state: 'paid', label: 'visa •••• 4242', card: null } })
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  const thanks = await screen.findByText('Thank you. $83.56 has been paid with Visa •••• 4242.')
  expect(thanks).toBeVisible()
  await vi.waitFor(() => expect(thanks.closest('[role=status]')).toHaveFocus())
})

it('Back returns to the fees, and choosing another method ends the payment', async () => {
  const START = 'POST /rest-api/pay/{payId}/start'
  const fees = view.fees.map((each) => ({ ...each, beingPaid: 'here' as const }))
  server.answers({ [VIEW]: { ...view, fees }, [BACK]: open, [START]: { url: '#elsewhere' } })
  const user = await typing()
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByText('The payment was not completed. You have not been charged.')).toBeVisible()
  expect(location.search).toBe('')
  await user.click(screen.getByRole('button', { name: 'Pay $83.56' }))
  await vi.waitFor(() => expect(server.asked(START).map(({ body }) => body)).toMatchObject([{ instead: true }]))
  expect(server.asked(CARD)).toEqual([])
})
