import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Devices } from '#web/account/Devices.tsx'
import { SecondFactor } from '#web/account/SecondFactor.tsx'
import { PoolProblem, secondFactor } from '#web/session/ownAccount.ts'
import { showScreen, standInServer } from './fakeServer.tsx'

const server = standInServer()
const seen = { from: '203.0.113.7', signedInAt: '2026-11-20T18:00:00.000Z', seenAt: '2026-11-21T18:00:00.000Z' }

it('lists the signed-in devices and signs another one out', async () => {
  let devices = [
    { id: 'laptop', browser: 'Firefox', system: 'Linux', ...seen, current: true },
    { id: 'phone', browser: 'Chrome', system: 'Android', ...seen, current: false },
  ]
  server.answers({
    'GET /rest-api/session/sessions': () => ({ devices }),
    'POST /rest-api/session/sessions/end': ({ body }) => {
      devices = devices.filter(({ id }) => id !== (body as { id: string }).id)
      return {}
    },
  })
  const { user } = showScreen(<Devices />, { path: '/', at: '/' })
  const [own, phone] = await screen.findAllByRole('listitem')
  expect(own?.textContent).toMatch(/Firefox on Linux.*This device/)
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull()
  expect(phone?.textContent).toMatch(/Chrome on Android.*from 203\.0\.113\.7/)
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  // The snackbar is a list, too, for five seconds, so the query is limited to the devices.
  const list = within(own?.parentElement as HTMLElement)
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  // Calendar links work without a session, so signing out does not end them.
  expect(screen.getByRole('link', { name: 'Calendar links' })).toHaveAttribute('href', '/calendar/links')
})

it('retries loading the state of the second factor', async () => {
  server.answers({})
  vi.spyOn(secondFactor, 'isOn').mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(true)
  const { user } = showScreen(<SecondFactor username="ann@touchline.test" />, { path: '/', at: '/' })
  await screen.findByText('We could not load whether it is on.')
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Turn off' })
  expect(screen.queryByText('We could not load whether it is on.')).toBeNull()
  expect(screen.getByRole('heading', { name: /Two-step verification/ })).toHaveFocus()
  vi.restoreAllMocks()
})

it('sets up a second factor with the code of the app, and turns it off again', async () => {
  let asked = 0
  server.answers({
    'GET /rest-api/users/token': () => {
      asked++
      return { userId: 'ann', valid: true }
    },
  })
  vi.spyOn(secondFactor, 'isOn').mockResolvedValue(false)
  vi.spyOn(secondFactor, 'begin').mockResolvedValue('ABCDEFGH')
  const turnOn = vi.spyOn(secondFactor, 'turnOn').mockRejectedValueOnce(new PoolProblem('x#CodeMismatchException'))
  const turnOff = vi.spyOn(secondFactor, 'turnOff').mockResolvedValue()
  const { user } = showScreen(<SecondFactor username="ann@touchline.test" />, { path: '/', at: '/' })
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByRole('img', { name: 'Key for an authenticator app' })
  expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('ABCDEFGH')
  await user.type(screen.getByLabelText(/^Code/), '123 456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('That code is not right. Wait for the next one.')
  expect(asked).toBe(0)
  turnOn.mockResolvedValue()
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('On: every sign-in asks for a code.')
  expect(turnOn).toHaveBeenLastCalledWith(expect.any(String), '123456')
  // The server is told at once when it was turned on, because staff sessions count only if they began after that.
  expect(asked).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Turn off?' }))
  await user.click(sure.getByRole('button', { name: 'Turn off' }))
  await screen.findByRole('button', { name: 'Set up' })
  expect(turnOff).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})

it('shows the second factor as on when only the response was lost, and says when its state is unknown', async () => {
  server.answers({ 'GET /rest-api/users/token': { userId: 'ann', valid: true } })
  const isOn = vi.spyOn(secondFactor, 'isOn').mockResolvedValue(false)
  vi.spyOn(secondFactor, 'begin').mockResolvedValue('ABCDEFGH')
  vi.spyOn(secondFactor, 'turnOn').mockRejectedValue(new TypeError('offline'))
  const { user } = showScreen(<SecondFactor username="ann@touchline.test" />, { path: '/', at: '/' })
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await user.type(await screen.findByLabelText(/^Code/), '123456')
  isOn.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(true)
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText(/^We got no answer, so we do not know whether it is on/)
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('On: every sign-in asks for a code.')
  expect(screen.getByRole('button', { name: 'Turn off' })).toBeVisible()
  vi.restoreAllMocks()
})

it('reloads the state when setup is canceled, as an earlier attempt may have succeeded', async () => {
  server.answers({ 'GET /rest-api/users/token': { userId: 'ann', valid: true } })
  const isOn = vi.spyOn(secondFactor, 'isOn').mockResolvedValue(false)
  vi.spyOn(secondFactor, 'begin').mockResolvedValue('ABCDEFGH')
  const { user } = showScreen(<SecondFactor username="ann@touchline.test" />, { path: '/', at: '/' })
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByLabelText(/^Code/)
  isOn.mockResolvedValue(true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible()
  vi.restoreAllMocks()
})
