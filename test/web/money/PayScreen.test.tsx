// apart: the page reads the stage's configuration once, for the card fields
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Suspense, use } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { type AnswerOf, callOpen } from '#web/api.ts'
import PayScreen from '#web/money/PayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { fee, payId, view } from './payView.ts'

const server = standInServer()
beforeEach(() => sessionStorage.clear())
const VIEW = 'GET /rest-api/pay/{payId}'
const START = 'POST /rest-api/pay/{payId}/start'
const BACK = 'POST /rest-api/pay/{payId}/back'
const open = (query = '') => showScreen(<PayScreen />, { at: `/pay/${payId}${query}`, path: '/pay/:payId' })

it('shows the fees with the processing fee, and pays the selected ones', async () => {
  server.answers({ [VIEW]: view, [START]: { url: '#the-page-of-the-provider' } })
  const { user } = open()
  // $83.56 is $80 plus the processing fee on $83.56.
  await screen.findByText('$83.56')
  expect(screen.getByText('$3.56')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Camp, Noa' }))
  await user.click(screen.getByRole('button', { name: 'Pay $52.34' }))
  await vi.waitFor(() => expect(location.hash).toBe('#the-page-of-the-provider'))
  expect(server.asked(START).map(({ body }) => body)).toEqual([
    expect.objectContaining({ feePlayerIds: [view.fees[0]?.feePlayerId], totalInCents: 5234, instead: false }),
  ])
})

it('does not mark a payment that the user has just left at the provider as being paid by another', async () => {
  const fees = [fee('Kit', 'Mia', { beingPaid: 'here' })]
  const left = { state: 'open', amountInCents: 5234, label: null, isRefused: false, card: null } as const
  server.answers({ [VIEW]: { ...view, fees }, [BACK]: left, [START]: { url: '#again' } })
  history.replaceState(null, '', `/pay/${payId}?payment=o00000000001.y00000000001`)
  const { user } = open()
  expect(await screen.findByText('The payment was not completed. You have not been charged.')).toBeVisible()
  expect(screen.queryByText('Being paid')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Pay $52.34' }))
  await vi.waitFor(() => expect(server.asked(START).map(({ body }) => body)).toMatchObject([{ instead: true }]))
})

it('does not claim that nothing was charged when that is unknown', async () => {
  const left = { state: 'closed', amountInCents: 5234, label: null, isRefused: false, unsure: 'left' } as const
  server.answers({ [VIEW]: view, [BACK]: { ...left, card: null } })
  history.replaceState(null, '', `/pay/${payId}?payment=o00000000001.y00000000001`)
  open()
  expect(await screen.findByText(/we cannot tell whether \$52\.34 was charged/)).toBeVisible()
  expect(screen.queryByText(/You have not been charged/)).toBeNull()
})

it('preselects the fee that the user comes from', async () => {
  server.answers({ [VIEW]: view })
  const FromFee = () =>
    useLocation().state ? <PayScreen /> : <Navigate to="" state={{ feePlayerId: view.fees[0]?.feePlayerId }} />
  showScreen(<FromFee />, { at: `/pay/${payId}`, path: '/pay/:payId' })
  expect(await screen.findByRole('button', { name: 'Pay $52.34' })).toBeDefined()
  expect(screen.getByRole('checkbox', { name: 'Kit, Mia' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Camp, Noa' })).not.toBeChecked()
})

it('can be paid after the browser’s Back from the provider’s page', async () => {
  server.answers({ [VIEW]: view, [START]: { url: '#away' } })
  const { user } = open()
  const button = await screen.findByRole('button', { name: 'Pay $83.56' })
  await user.click(button)
  await vi.waitFor(() => expect(location.hash).toBe('#away'))
  expect(button.getAttribute('aria-busy')).toBe('true')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  await user.click(button)
  await vi.waitFor(() => expect(server.asked(START)).toHaveLength(2))
  const [one, two] = server.asked(START).map(({ body }) => (body as { attempt?: string }).attempt)
  expect(one).not.toBe(two)
})

it('says why it cannot be paid: nothing selected, no method, nothing left, a revoked link', async () => {
  server.answers({ [VIEW]: { ...view, fees: view.fees.slice(0, 1) } })
  const first = open()
  await first.user.click(await screen.findByRole('checkbox', { name: 'Kit, Mia' }))
  expect(screen.getByText('Choose what to pay.')).toBeDefined()
  first.unmount()
  server.answers({ [VIEW]: { ...view, methods: [] } })
  const second = open()
  await screen.findByText('This club does not accept online payments yet')
  second.unmount()
  server.answers({ [VIEW]: { ...view, fees: [] } })
  const third = open()
  await screen.findByText('Nothing to pay')
  third.unmount()
  server.answers({
    [VIEW]: () => {
      throw new Problem('pay_link_gone')
    },
  })
  open()
  expect(await screen.findByText('This payment link has been revoked. Ask your club for a new one.')).toBeDefined()
})

it('offers to pay here what is being paid elsewhere', async () => {
  server.answers({ [VIEW]: { ...view, fees: [fee('Kit', 'Mia', { beingPaid: 'elsewhere' as const })] } })
  open()
  const list = within(await screen.findByRole('list', { name: 'To pay' }))
  expect(list.getByText('Being paid')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Pay $52.34 here instead' })).toBeDefined()
})

it('asks no payment for a pending bank payment', async () => {
  const coming = fee('Kit', 'Mia', { beingPaid: 'onItsWay' as const, status: 'LATE' as const })
  server.answers({ [VIEW]: { ...view, fees: [coming, fee('Camp', 'Noa')] }, [START]: { url: '#away' } })
  const { user } = open()
  const kit = await screen.findByRole('checkbox', { name: 'Kit, Mia' })
  await user.click(kit)
  expect(kit).not.toBeChecked()
  expect(within(screen.getByRole('list', { name: 'To pay' })).queryByText('Late')).toBeNull()
  expect(screen.getByText('Processing')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Pay $52.34' }))
  await vi.waitFor(() =>
    expect(server.asked(START).map(({ body }) => body)).toEqual([
      expect.objectContaining({ feePlayerIds: [fee('Camp', 'Noa').feePlayerId], instead: false }),
    ]),
  )
  // If all fees are pending, there is no button.
  server.answers({ [VIEW]: { ...view, fees: [coming] } })
  cleanup()
  open()
  await screen.findByRole('checkbox', { name: 'Kit, Mia' })
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

it('preselects the fee named in the address, and later the selection before the provider’s page', async () => {
  server.answers({ [VIEW]: view, [START]: { url: '#away' } })
  const first = open(`?fee=${view.fees[1]?.feePlayerId}`)
  await screen.findByRole('button', { name: 'Pay $31.53' })
  await first.user.click(screen.getByRole('checkbox', { name: 'Kit, Mia' }))
  await first.user.click(screen.getByRole('checkbox', { name: 'Camp, Noa' }))
  await first.user.click(screen.getByRole('button', { name: 'Pay $52.34' }))
  await vi.waitFor(() => expect(server.asked(START)).toHaveLength(1))
  first.unmount()
  const second = open()
  await screen.findByRole('button', { name: 'Pay $52.34' })
  second.unmount()
  // Once that is paid, the other fee is preselected.
  server.answers({ [VIEW]: { ...view, fees: view.fees.slice(1) } })
  open()
  await screen.findByRole('button', { name: 'Pay $31.53' })
})

it('saves a card for later fees only if the family chooses that', async () => {
  const sent: unknown[] = []
  server.answers({
    [VIEW]: { ...view, canSave: true },
    [START]: ({ body }) => {
      sent.push(body)
      return { url: '#the-page-of-the-provider' }
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: /Save this card/ }))
  await user.click(screen.getByRole('button', { name: /^Pay \$/ }))
  await vi.waitFor(() => expect(sent).toEqual([expect.objectContaining({ save: true, totalInCents: 8356 })]))
})

it('links back to the registration that is being paid', async () => {
  server.answers({ [VIEW]: { ...view, fees: [], registrationId: 'o1.t1.r1' } })
  open()
  const back = await screen.findByRole('link', { name: 'Back to the registration' })
  expect(back.getAttribute('href')).toBe('/register/o1.t1.r1')
})

const atSix = Date.parse('2026-11-21T18:00:00.000Z')
it('counts down how long the place is held, then reloads and shows the result', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: atSix })
  const held = { ...view, registrationId: 'o1.t1.r1', heldUntil: '2026-11-21T18:14:05.000Z' }
  let shown: AnswerOf<typeof VIEW> = held
  server.answers({ [VIEW]: () => shown })
  try {
    open()
    expect((await screen.findByRole('timer')).textContent).toBe('Your place is held for 14:05 more minutes.')
    await act(async () => void vi.advanceTimersByTime(60_000))
    expect(screen.getByRole('timer').textContent).toContain('13:05')
    expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off')
    expect(server.asked(VIEW)).toHaveLength(1)
    await act(async () => void vi.advanceTimersByTime(785_000))
    expect(screen.getByRole('timer').textContent).toMatch(/^Your time to pay is up/)
    expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('polite')
    // The server's clock decides: while it asks for payment, the fee can still be paid.
    expect(screen.getByRole('button', { name: 'Pay $83.56' })).toBeDefined()
    await vi.waitFor(() => expect(server.asked(VIEW)).toHaveLength(2))
    shown = { ...held, fees: [], heldUntil: null }
    await act(async () => void vi.advanceTimersByTime(20_000))
    await screen.findByText(/^Nothing has to be paid for this place any more/)
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the registration' })).toBeDefined()
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  ['an hour behind', -3_600_000],
  ['an hour ahead', 3_600_000],
])('counts down by the server’s clock on a device that is %s', async (_, wrong) => {
  vi.useFakeTimers({ toFake: ['Date'], now: atSix + wrong })
  const held = { ...view, registrationId: 'o1.t1.r1', heldUntil: '2026-11-21T18:14:05.000Z' }
  const date = new Date(atSix).toUTCString()
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json(held, { headers: { date } }))
  try {
    open()
    expect((await screen.findByRole('timer')).textContent).toBe('Your place is held for 14:05 more minutes.')
  } finally {
    // The device's clock is corrected.
    vi.setSystemTime(atSix)
    await callOpen('GET /rest-api/pay/{payId}', { payId })
    fetched.mockRestore()
  }
})

it('requests the result of a payment on return, also when React restarts the first render', async () => {
  const paymentId = 'o00000000001.y00000000001'
  history.replaceState(null, '', `/pay/${payId}?payment=${paymentId}`)
  server.answers({
    [VIEW]: { ...view, fees: [] },
    [BACK]: { state: 'paid', amountInCents: 8356, label: null, isRefused: false, card: null },
  })
  const { resolve, promise } = Promise.withResolvers<void>()
  // A suspended part makes React discard the first render and its state.
  const Late = () => {
    use(promise)
    return null
  }
  const page = (
    <Suspense>
      <PayScreen />
      <Late />
    </Suspense>
  )
  await act(async () => void showScreen(page, { at: `/pay/${payId}`, path: '/pay/:payId' }))
  expect(server.asked(BACK)).toEqual([])
  await act(async () => resolve())
  expect((await screen.findByText(/\$83\.56/)).closest('[role=status]')).not.toBeNull()
  expect(server.asked(BACK).map(({ body }) => body)).toEqual([{ paymentId }])
  expect(location.search).toBe('')
})

it('takes a card in a frame of another origin, and shows the result', async () => {
  const CARD = 'POST /rest-api/pay/{payId}/card'
  const paymentId = 'o00000000001.y00000000001'
  const became = { state: 'open' as const, amountInCents: 8356, label: null, isRefused: false, card: null }
  const fetched = globalThis.fetch
  const config = () => Promise.resolve(Response.json({ cardFrame: 'https://cards.example' }))
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) =>
    asked[0] === '/config.json' ? config() : fetched(...asked),
  )
  history.replaceState(null, '', `/pay/${payId}?card=${paymentId}`)
  server.answers({
    [VIEW]: view,
    [BACK]: {
      ...became,
      card: { publicKey: 'pub_1', script: 'https://fields.example/t.js' },
    },
    [CARD]: { ...became, state: 'closed', isRefused: true },
  })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Your card' })).toBeDefined()
  const frame = await screen.findByTitle<HTMLIFrameElement>('Your card')
  expect([frame.getAttribute('src'), frame.getAttribute('sandbox')]).toEqual([
    'https://cards.example/',
    'allow-scripts allow-same-origin allow-forms',
  ])
  // Plays the part of `web/card/card.js`, which runs in the frame.
  const said = vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(() => undefined)
  fireEvent.load(frame)
  const [message, origin, [line]] = said.mock.calls[0] as unknown as [object, string, [MessagePort]]
  expect([message, origin]).toEqual([
    { publicKey: 'pub_1', script: 'https://fields.example/t.js' },
    'https://cards.example',
  ])
  let tries = 0
  line.addEventListener('message', () => {
    tries += 1
    line.postMessage(tries === 1 ? { is: 'typed' } : { is: 'typed', token: 'tok-4242-1' })
  })
  line.start()
  for (const nothing of ['tok', null, { is: 'tall', height: 'x' }, { is: 'paid' }]) line.postMessage(nothing)
  line.postMessage({ is: 'tall', height: 5000 })
  line.postMessage({ is: 'ready' })
  await vi.waitFor(() => expect(frame.style.height).toBe('1200px'))
  await user.click(await screen.findByRole('button', { name: 'Pay $83.56' }))
  await screen.findByText('Check the card’s number, expiry date and security code.')
  await user.click(screen.getByRole('button', { name: 'Pay $83.56' }))
  await screen.findByText('The card was declined. You have not been charged; try another card.')
  expect(server.asked(CARD).map(({ body }) => body)).toEqual([{ paymentId, token: 'tok-4242-1' }])
  expect(location.search).toBe('')
  expect(screen.getByRole('list', { name: 'To pay' })).toBeDefined()
  expect(document.querySelectorAll('script[src]')).toHaveLength(0)
  vi.unstubAllGlobals()
})

it.each([
  ['links a signed-in user back to their payments', () => undefined, 1],
  ['shows no link to a user who has only the payment link', () => localStorage.clear(), 0],
])('%s', async (_, begin, links) => {
  begin()
  server.answers({ [VIEW]: view })
  open()
  await screen.findByRole('button', { name: 'Pay $83.56' })
  expect(screen.queryAllByRole('link', { name: 'Back to your payments' })).toHaveLength(links)
})
