import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, player, registered, registrationId, summary } from './family.ts'

const server = standInServer()
const OPEN = 'GET /rest-api/register/{registrationId}/open'
const FIRST = 'GET /rest-api/register/{registrationId}/first-step'
const MINE = 'GET /rest-api/register/{registrationId}/my-players'
const SUMMARY = 'GET /rest-api/register/{registrationId}/summary'
const DETAILS = 'POST /rest-api/register/{registrationId}/details'
const FINALIZE = 'POST /rest-api/register/{registrationId}/finalize'
const ACCEPT = 'POST /rest-api/register/{registrationId}/accept'

const begun = { [OPEN]: head, [FIRST]: firstStep, [MINE]: { players: [mia], drafts: [], registered: [], signed: [] } }
const inSummary = { ...begun, [MINE]: { players: [mia], drafts: [filledDetails], registered: [], signed: [] } }
const open = () =>
  showScreen(<RegisterScreen />, { path: '/register/:registrationId', at: `/register/${registrationId}` })

it('prefills the name of the player in the address, as when they are selected', async () => {
  server.answers(begun)
  const { user } = showScreen(<RegisterScreen />, {
    path: '/register/:registrationId/player/:playerId',
    at: `/register/${registrationId}/player/${mia.id}`,
  })
  expect(await screen.findByRole('radio', { name: 'Mia Moreno' })).toBeChecked()
  expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Mia')
  expect(screen.getByLabelText(/^Last name/)).toHaveProperty('value', 'Moreno')
  await user.click(screen.getByRole('radio', { name: 'A new player' }))
  expect(screen.getByLabelText(/^Last name/)).toHaveProperty('value', '')
})

it('shows discounts with their conditions before anything is selected, and none if there are none', async () => {
  const less = { siblingPercent: 12.5, earlyBird: { percent: 10, until: '2026-12-01' } }
  server.answers({ ...begun, [FIRST]: { ...firstStep, ...less } })
  const { unmount } = open()
  expect(await screen.findByText('Early bird: 10% off until 12/01/2026.')).toBeDefined()
  expect(screen.getByText('Siblings: 12.5% off for the second and every further child.')).toBeDefined()
  expect(screen.getByText('Add-ons are not discounted.')).toBeDefined()
  unmount()
  server.answers(begun)
  open()
  await screen.findByRole('radio', { name: 'Mia Moreno' })
  expect(screen.queryByText(/% off/)).toBeNull()
})

describe('an option of an event', () => {
  const camp = { name: 'Camp day', timezone: 'America/Denver' }
  const days = (many: number) =>
    Array.from({ length: many }, (_, i) => ({ ...camp, start: `2026-07-${String(i + 6).padStart(2, '0')}T15:00:00Z` }))
  const week = {
    id: 'week',
    name: 'Week 1',
    description: 'With lunch',
    priceInCents: 12_000,
    placesLeft: 0,
    events: days(10),
    moreEvents: 2,
    isOver: false,
  }
  const free = {
    ...week,
    id: 'free',
    name: 'Week 2',
    description: '',
    placesLeft: null,
    events: days(1),
    moreEvents: 0,
  }
  const withWeeks = (waitingList: boolean) => {
    const more = { registrationType: 'EVENT' as const, waitingList }
    const form = { ...firstStep, ...more, options: [week, free] }
    return { ...begun, [OPEN]: { ...head, ...more }, [FIRST]: form }
  }

  it('lists its events, each at the venue’s time', async () => {
    server.answers(withWeeks(true))
    open()
    const box = await screen.findByRole('checkbox', { name: /^Week 1/ })
    const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '')
    // 15:00 UTC is 9:00 AM in Denver.
    expect(hint?.textContent).toContain('Camp day · 07/06/2026 9:00 AM')
    expect(within(hint!).getAllByText(/^Camp day/)).toHaveLength(10)
    expect(within(hint!).getByText('and 2 more dates')).toBeDefined()
  })

  it('that is full can be selected only if there is a waiting list', async () => {
    server.answers(withWeeks(false))
    const { user, unmount } = open()
    const refused = await screen.findByRole('checkbox', { name: /^Week 1/ })
    await user.click(refused)
    expect([refused.getAttribute('aria-disabled'), (refused as HTMLInputElement).checked]).toEqual(['true', false])
    unmount()
    server.answers(withWeeks(true))
    const second = open()
    const box = await screen.findByRole('checkbox', { name: /^Week 1/ })
    expect(screen.getByText('With lunch · Full: choose it to join the waiting list')).toBeDefined()
    await second.user.click(box)
    expect(box).toBeChecked()
  })

  it('has no more places left than the whole registration', async () => {
    const { [OPEN]: full, [FIRST]: form, ...others } = withWeeks(true)
    const options = [{ ...week, placesLeft: 10 }, free]
    server.answers({ ...others, [OPEN]: { ...full, placesLeft: 0 }, [FIRST]: { ...form, placesLeft: 0, options } })
    open()
    expect(await screen.findByText('With lunch · Full: choose it to join the waiting list')).toBeDefined()
    expect(screen.queryByText(/10 places left/)).toBeNull()
  })
})

describe('an option whose dates are all over', () => {
  const week = { ...firstStep.options[0]!, id: 'week', name: 'Week 1', isOver: true }
  const next = { ...week, id: 'next', name: 'Week 2', isOver: false }
  const event = { registrationType: 'EVENT' as const }
  const withOptions = (options: (typeof week)[]) => ({
    ...begun,
    [OPEN]: { ...head, ...event },
    [FIRST]: { ...firstStep, ...event, options },
    [MINE]: { players: [mia], drafts: [{ ...filledDetails, optionIds: ['week'] }], registered: [], signed: [] },
    [SUMMARY]: summary,
  })

  it('is disabled with a reason, and dropped from an earlier selection', async () => {
    server.answers({ ...withOptions([week, next]), [DETAILS]: { registrationPlayerId: player.registrationPlayerId } })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const box = await screen.findByRole('checkbox', { name: /^Week 1/ })
    expect(box).toHaveAccessibleDescription('No dates left: all of them are over or cancelled.')
    await user.click(box)
    expect(box).not.toBeChecked()
    await user.click(screen.getByRole('checkbox', { name: /^Week 2/ }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(server.asked(DETAILS).map(({ body }) => body)).toMatchObject([{ optionIds: ['next'] }]))
  })

  it('is disabled after a registration was rejected because of it', async () => {
    let isOver = false
    server.answers({
      ...withOptions([week, next]),
      [FIRST]: () => ({ ...firstStep, ...event, options: [{ ...week, isOver }, next] }),
      [FINALIZE]: () => {
        isOver = true
        throw new Problem('no_date_left')
      },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Register' }))
    await screen.findByText(/has no dates left/)
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const box = await screen.findByRole('checkbox', { name: /^Week 1/ })
    expect(box).toHaveAccessibleDescription('No dates left: all of them are over or cancelled.')
  })

  it('when it is the only one, closes the form but still shows registered players', async () => {
    const own = { players: [mia], drafts: [], registered: [registered], signed: [] }
    server.answers({ ...withOptions([week]), [MINE]: own })
    open()
    expect(await screen.findByText(/^This registration has no dates left: all of/)).toBeDefined()
    expect(screen.getByText('Your players')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Change|Continue|Register.*)$/ })).toBeNull()
  })
})

describe('a selection that is full', () => {
  it('leads to the waiting list, also when that is reported only on submission', async () => {
    let seen = summary
    server.answers({
      ...inSummary,
      [SUMMARY]: () => seen,
      [FINALIZE]: ({ body }) => {
        if ((body as { wait?: boolean }).wait)
          return { players: [{ ...registered, state: 'waiting' as const, before: 0 }] }
        seen = { ...summary, isFull: true, fullOptions: ['Full season'] }
        throw new Problem('option_full')
      },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Register' }))
    expect(
      await screen.findByText(/^Full: Full season\. You would be on the waiting list for everything/),
    ).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Join the waiting list' }))
    await waitFor(() => expect(server.asked(FINALIZE).map(({ body }) => body)).toMatchObject([{}, { wait: true }]))
  })

  it('for one of two children registers the other one first, then joins the waiting list', async () => {
    const ola = { ...player, registrationPlayerId: `${registrationId}.p0000000000z`, firstName: 'Ola' }
    const drafts = [
      filledDetails,
      { ...filledDetails, registrationPlayerId: ola.registrationPlayerId, firstName: 'Ola' },
    ]
    const whole = { ...summary, isFull: true, fullOptions: ['Week 1'], waiting: [ola.registrationPlayerId] }
    let left = drafts
    server.answers({
      ...inSummary,
      [MINE]: () => ({ players: [mia], drafts: left, registered: [], signed: [] }),
      [SUMMARY]: ({ query }: { query: { registrationPlayerIds?: string } }) =>
        query.registrationPlayerIds === player.registrationPlayerId
          ? summary
          : left.length > 1
            ? { ...whole, players: [player, ola], totalInCents: 24_000 }
            : { ...whole, players: [ola] },
      [FINALIZE]: ({ body }) => {
        left = (body as { wait?: boolean }).wait ? [] : drafts.slice(1)
        return { players: [registered] }
      },
    })
    const { user } = open()
    await screen.findByText(
      /^Full for Ola: Week 1\. Registered now: Mia\. After that you can put Ola on the waiting list/,
    )
    const bill = within(await screen.findByRole('region', { name: 'Payment' }))
    expect(bill.getByText('Total for Mia').nextSibling?.textContent).toBe('$120.00')
    await user.click(await screen.findByRole('button', { name: 'Register' }))
    await user.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
    await waitFor(() =>
      expect(server.asked(FINALIZE).map(({ body }) => body)).toMatchObject([
        { registrationPlayerIds: [player.registrationPlayerId], totalInCents: 12_000 },
        { registrationPlayerIds: [ola.registrationPlayerId], wait: true },
      ]),
    )
  })

  it('without a waiting list asks for another selection', async () => {
    const full = { isFull: true, fullOptions: ['Week 1', 'Week 3'], waitingList: false }
    server.answers({ ...inSummary, [SUMMARY]: { ...summary, ...full } })
    open()
    expect(await screen.findByText('Full: Week 1 and Week 3. Choose something else.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /waiting list|^Register$/ })).toBeNull()
  })
})

it('shows the processing fee and the amount due now where online payment is the only way', async () => {
  const online = {
    payWays: ['ONLINE' as const],
    totalInCents: 10_000,
    dueNowInCents: 10_000,
    processingFeeInCents: 330,
  }
  server.answers({
    ...inSummary,
    [SUMMARY]: { ...summary, ...online, players: [{ ...player, priceInCents: 10_000 }] },
  })
  open()
  const bill = within(await screen.findByRole('region', { name: 'Payment' }))
  expect(bill.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['$3.30', '$103.30'])
  expect(bill.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Processing fee', 'Due now'])
  expect(bill.getByRole('button', { name: 'Register and pay $103.30' })).toBeDefined()
})

it('shows the due date of a single payment, also before it is selected', async () => {
  server.answers({ ...inSummary, [SUMMARY]: summary })
  const { unmount } = open()
  expect(await screen.findByText(/as your club tells you\. It is due on 11\/21\/2026\.$/)).toBeDefined()
  unmount()
  server.answers({ ...inSummary, [SUMMARY]: { ...summary, payWays: ['ONLINE', 'BILL'] } })
  open()
  expect(await screen.findByRole('radio', { name: /^Later, when the club bills you ?Due 11\/21\/2026$/ })).toBeDefined()
})

it('shows the price of an offered place whose promo code was used up, and accepts it at that price', async () => {
  const codeLost = { codeTitle: 'TEN', priceInCents: 11_000 }
  const heldUntil = '2026-11-23T18:00:00Z'
  const offered = { ...registered, state: 'offered' as const, heldUntil, codeLost, payWays: ['BILL' as const] }
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [], registered: [offered], signed: [] },
    [ACCEPT]: { players: [registered] },
  })
  const { user } = open()
  await screen.findByText(
    /^The promo code TEN has been used up in the meantime\. Without it the place costs \$120\.00 in/,
  )
  await user.click(screen.getByRole('button', { name: 'Accept the place' }))
  await waitFor(() => expect(server.asked(ACCEPT).map(({ body }) => body)).toMatchObject([{ priceInCents: 12_000 }]))
})

it.each([
  [['ONLINE', 'BILL'] as const, 'Choose how to pay.'],
  [[] as const, undefined],
])('says why an offered place that is paid by %j cannot be accepted yet', async (payWays, reason) => {
  const heldUntil = '2026-11-23T18:00:00Z'
  const offered = { ...registered, state: 'offered' as const, heldUntil, payWays: [...payWays] }
  server.answers({ ...begun, [MINE]: { players: [mia], drafts: [], registered: [offered], signed: [] } })
  const { user } = open()
  const take = await screen.findByRole('button', { name: /^Accept the place/ })
  expect(take).toHaveAttribute('aria-disabled', 'true')
  expect(take).toHaveAccessibleDescription(reason ?? expect.stringMatching(/./))
  await user.click(take)
  expect(server.asked(ACCEPT)).toEqual([])
})
