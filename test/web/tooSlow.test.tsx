// apart: the page reads the stage's configuration once, for the card fields
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import AnswerScreen from '#web/answer/AnswerScreen.tsx'
import PayScreen from '#web/money/PayScreen.tsx'
import { useSave } from '#web/shell/useSave.ts'
import { showScreen, standInServer } from './fakeServer.tsx'
import { payId, view } from './money/payView.ts'

/** A proxy has timed out while receiving a request (408): like a lost connection, it can be sent again. */

const server = standInServer()
beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

/** Answers requests whose path ends so with 408; returns their bodies. */
function tooSlowAt(end: string): string[] {
  const real = globalThis.fetch
  const met: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.endsWith(end)) return real(input, init)
    met.push(typeof init?.body === 'string' ? init.body : '')
    return new Response('{"message":"Request Timeout"}', { status: 408 })
  })
  return met
}

it('an answer by a link can be pressed again after a 408', async () => {
  server.answers({
    'POST /rest-api/today/one-tap/read': {
      event: {
        name: 'Practice',
        start: '2026-11-21T23:30:00Z',
        end: '2026-11-22T01:00:00Z',
        timezone: 'America/Chicago',
        team: 'U12 Falcons',
      },
      player: { firstName: 'Danley' },
      wanted: 'Accepted',
      status: 'Pending',
      state: 'open',
    },
  })
  tooSlowAt('/one-tap/answer')
  const { user } = showScreen(<AnswerScreen />, { path: '/answer', at: '/answer#a-token' })
  const yes = () => screen.findByRole('button', { name: 'Yes, Danley is going' })
  await user.click(await yes())
  await screen.findAllByRole('alert')
  expect(await yes()).toBeVisible()
})

it('a payment is started again with the same attempt id after a 408', async () => {
  server.answers({ 'GET /rest-api/pay/{payId}': view })
  const met = tooSlowAt('/start')
  const { user } = showScreen(<PayScreen />, { at: `/pay/${payId}`, path: '/pay/:payId' })
  const button = await screen.findByRole('button', { name: 'Pay $83.56' })
  await user.click(button)
  await waitFor(() => expect(met).toHaveLength(1))
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  await user.click(button)
  await waitFor(() => expect(met).toHaveLength(2))
  const [one, two] = met.map((body) => (JSON.parse(body) as { attempt: string }).attempt)
  expect(two).toBe(one)
})

it('a failed save offers a retry after a 408', async () => {
  const met = tooSlowAt('/pay-link/d1')
  function Saving() {
    const { save } = useSave('DELETE /rest-api/fee/pay-link/{feePlayerId}', { failed: 'Not revoked' })
    return <button onClick={() => void save({ feePlayerId: 'd1' })}>Revoke</button>
  }
  const { user } = showScreen(<Saving />)
  await user.click(screen.getByRole('button', { name: 'Revoke' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(met).toHaveLength(2))
})
