import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Passkeys } from '#web/account/Passkeys.tsx'
import { requireRecentPassword } from '#web/session/freshSignIn.ts'
import { PoolProblem, secondFactor } from '#web/session/ownAccount.ts'
import { type Passkey, passkeys } from '#web/session/passkeys.ts'
import { notifySessionChange } from '#web/session/tokens.ts'
import { hasPasskeys } from '#web/session/webAuthn.ts'
import { showScreen, standInServer } from './fakeServer.tsx'
import { deviceWithPasskeys } from './session/passkeyDevice.ts'

const server = standInServer()
const phone = { id: 'phone', name: 'iCloud Keychain', createdAt: '2026-11-20T18:00:00.000Z' }
const laptop = { id: 'laptop', name: 'Windows Hello', createdAt: '2026-11-21T18:00:00.000Z' }
const asked = { challenge: 'AQID', rp: { name: 'x' }, user: { id: 'dQ', name: 'ann', displayName: 'ann' } }

let list: Passkey[]
let told: number
let device: ReturnType<typeof deviceWithPasskeys>
beforeEach(() => {
  list = [phone]
  told = 0
  server.answers({
    'GET /rest-api/users/token': () => {
      told += 1
      return { userId: 'user-1', valid: true }
    },
  })
  device = deviceWithPasskeys()
  vi.spyOn(secondFactor, 'isOn').mockResolvedValue(false)
  vi.spyOn(passkeys, 'list').mockImplementation(async () => list)
  vi.spyOn(passkeys, 'begin').mockResolvedValue({ ...asked, pubKeyCredParams: [] })
  vi.spyOn(passkeys, 'add').mockImplementation(async () => {
    list = [laptop, ...list]
  })
  vi.spyOn(passkeys, 'remove').mockImplementation(async (_token, id) => {
    list = list.filter((each) => each.id !== id)
  })
})
afterEach(() => vi.restoreAllMocks())

const ADD = 'Add a passkey'
const opened = async () => {
  const { user } = showScreen(<Passkeys factorChanges={0} />)
  const button = await screen.findByRole('button', { name: ADD })
  return { user, button, press: () => user.click(screen.getByRole('button', { name: ADD })) }
}
const names = () => within(screen.getByRole('group', { name: 'Passkeys' })).queryAllByRole('listitem')
const texts = () => names().map(({ textContent }) => textContent)
const failing = (what: 'add' | 'remove', error: Error) => vi.spyOn(passkeys, what).mockRejectedValueOnce(error)

it('lists passkeys, adds one created by the device and tells the server', async () => {
  const { press } = await opened()
  expect(texts()).toEqual([expect.stringMatching(/^iCloud KeychainAdded 11\/20\/2026 12:00 PM/)])
  await press()
  await screen.findByText('Passkey added. You can now sign in with it.')
  await waitFor(() => expect(names()).toHaveLength(2))
  expect(device.create.mock.lastCall?.[0].publicKey).toMatchObject({ challenge: new Uint8Array([1, 2, 3]) })
  expect(passkeys.add).toHaveBeenCalledWith(
    expect.any(String),
    expect.objectContaining({ id: 'one', response: expect.objectContaining({ attestationObject: 'bWFkZQ' }) }),
  )
  expect(told).toBe(1)
})

it('removes a passkey after confirmation, and keeps it where that fails', async () => {
  const { user } = await opened()
  const press = async () => {
    await user.click(screen.getByRole('button', { name: 'Remove iCloud Keychain' }))
    const sure = within(await screen.findByRole('dialog', { name: 'Remove iCloud Keychain?' }))
    await user.click(sure.getByRole('button', { name: 'Remove' }))
  }
  failing('remove', new PoolProblem('TooManyRequestsException'))
  await press()
  await screen.findByText('The passkey was not removed. Please try again.')
  expect(names()).toHaveLength(1)
  await press()
  await screen.findByText('Passkey removed.')
  await waitFor(() => expect(names()).toHaveLength(0))
  expect(screen.getByRole('button', { name: ADD })).toBeVisible()
})

it('recognizes that a passkey was removed when only the response was lost', async () => {
  const { user } = await opened()
  vi.spyOn(passkeys, 'remove').mockImplementation(async () => {
    list = []
    throw new TypeError('offline')
  })
  await user.click(screen.getByRole('button', { name: 'Remove iCloud Keychain' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Remove iCloud Keychain?' }))
  await user.click(sure.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Passkey removed.')).toBeVisible()
})

describe('a passkey that was not added', () => {
  it.each([
    ['that the user dismissed the dialog', 'NotAllowedError', 'No passkey was added.'],
    ['that the device already has one', 'InvalidStateError', 'This device already has a passkey for your account.'],
    [
      'that the device has no screen lock',
      'NotSupportedError',
      /^A passkey could not be created\. The device needs a screen lock/,
    ],
  ])('explains %s', async (_what, name, sentence) => {
    device.create.mockRejectedValueOnce(new DOMException('no', name))
    const { press } = await opened()
    await press()
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(passkeys.add).not.toHaveBeenCalled()
    expect(told).toBe(0)
  })

  it('explains the limit of the user pool, and other errors of it', async () => {
    const { press } = await opened()
    failing('add', new PoolProblem('x#LimitExceededException'))
    await press()
    await screen.findByText('You already have the maximum of 20 passkeys. Remove one first.')
    failing('add', new PoolProblem('x#WebAuthnOriginNotAllowedException'))
    await press()
    expect(await screen.findByText('The passkey was not added. Please try again.')).toBeVisible()
  })

  it('reloads the list when no response came, and says when the result is unknown', async () => {
    const { press } = await opened()
    vi.mocked(passkeys.add).mockImplementation(async () => {
      list = [laptop, ...list]
      throw new TypeError('offline')
    })
    await press()
    await screen.findByText('Passkey added. You can now sign in with it.')
    await waitFor(() => expect(names()).toHaveLength(2))
    failing('add', new TypeError('offline'))
    vi.spyOn(passkeys, 'list').mockRejectedValue(new TypeError('offline'))
    await press()
    await screen.findByText(/^We got no answer, so we do not know whether the passkey was added/)
  })
})

function Beside() {
  const [changes, setChanges] = useState(0)
  return (
    <>
      <Passkeys factorChanges={changes} />
      <button onClick={() => setChanges(1)}>Turned on</button>
    </>
  )
}
describe('the Add button is disabled with a reason', () => {
  const reason = async () => {
    const { button } = await opened()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    return button
  }
  it('in a browser without passkeys', async () => {
    vi.unstubAllGlobals()
    expect(await reason()).toHaveAccessibleDescription('This browser does not support passkeys.')
    expect(screen.getByRole('button', { name: 'Remove iCloud Keychain' })).toBeVisible()
  })
  it('while two-step verification is on, also once it is turned on here', async () => {
    const { user } = showScreen(<Beside />)
    expect(await screen.findByRole('button', { name: ADD })).not.toHaveAttribute('aria-disabled')
    vi.spyOn(secondFactor, 'isOn').mockResolvedValue(true)
    await user.click(screen.getByRole('button', { name: 'Turned on' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: ADD })).toHaveAccessibleDescription(
        /^While two-step verification is on, you sign in with your password and a code/,
      ),
    )
  })
  it('when the user has twenty passkeys', async () => {
    list = Array.from({ length: 20 }, (_, i) => ({ ...phone, id: String(i) }))
    expect(await reason()).toHaveAccessibleDescription('You already have the maximum of 20 passkeys. Remove one first.')
  })
})

it('retries when the passkeys could not be loaded', async () => {
  vi.spyOn(passkeys, 'list').mockRejectedValueOnce(new TypeError('offline'))
  const { user } = showScreen(<Passkeys factorChanges={0} />)
  await screen.findByText('Your passkeys could not be loaded.')
  expect(screen.queryByRole('button', { name: ADD })).toBeNull()
  vi.spyOn(passkeys, 'list').mockResolvedValue(list)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: ADD })).toBeVisible()
})

it('asks for the password after a sign-in by passkey, however recent', async () => {
  const at = Math.floor(Date.now() / 1000)
  const claims = { sub: 'user-1', exp: at + 3600, auth_time: at, client_id: 'passkeys' }
  const token = 'CognitoIdentityServiceProvider.client.user-1.accessToken'
  localStorage.setItem(token, `e30.${btoa(JSON.stringify(claims))}.signature`)
  notifySessionChange()
  const typed = requireRecentPassword()
  await screen.findByRole('dialog', { name: 'Please enter your password' })
  screen.getByRole('button', { name: 'Cancel' }).click()
  expect(await typed).toBe(false)
})

it('is available only on the domain of the passkeys and below it', () => {
  const of = (domain: string) => hasPasskeys({ passkeys: { clientId: 'c', domain } })
  expect([of(location.hostname), of(`app.${location.hostname}`), of('elsewhere.example')]).toEqual([true, false, false])
  expect(hasPasskeys({})).toBe(false)
})
