import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { pushState, turnOff, turnOn, turnOnAgain } from '#web/chat/push.ts'
import { clearPersonalData } from '#web/session/tokens.ts'
import { useRestorePush } from '#web/shell/useRestorePush.ts'
import { signIn, standInServer } from '../fakeServer.tsx'

/** A browser's push subscription after its session ended by itself and the user has signed in again. */

const server = standInServer()
const DEVICES = 'GET /rest-api/push/devices'
const NOTE = 'PUT /rest-api/push/devices'

let permission: NotificationPermission
let place: { endpoint: string } | undefined
let made = 0
const subscription = () =>
  place && {
    ...place,
    toJSON: () => ({ ...place, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      place = undefined
      return Promise.resolve(true)
    },
  }
beforeEach(() => {
  permission = 'granted'
  place = undefined
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription() ?? null),
    subscribe: () => {
      // An existing subscription is returned.
      place ??= { endpoint: `https://push.example/${(made += 1)}` }
      return Promise.resolve(subscription())
    },
  }
  const registration = { pushManager }
  const serviceWorker = { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) }
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: () => Promise.resolve(permission),
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  server.answers({ [DEVICES]: { publicKey: 'key', devices: [] }, [NOTE]: { deviceId: 'device' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
const noted = () => server.asked(NOTE).map(({ body }) => (body as { showsText: boolean }).showsText)
/** As signing out does. */
async function ends(byItself: boolean) {
  clearPersonalData(byItself)
  await subscription()?.unsubscribe()
  signIn()
}

it.each([true, false])(
  'restores the subscription as it was, with message texts %s, without asking',
  async (showsText) => {
    await turnOn('key', showsText)
    await ends(true)
    await turnOnAgain()
    expect(noted()).toEqual([showsText, showsText])
    expect((await pushState()).is).toBe('on')
    // Restored already, so another start makes no request.
    await turnOnAgain()
    expect(noted()).toHaveLength(2)
  },
)

it('registers a new endpoint chosen by the browser, once', async () => {
  await turnOn('key', true)
  place = { endpoint: 'https://push.example/another' }
  await turnOnAgain()
  await turnOnAgain()
  const places = server.asked(NOTE).map(({ body }) => (body as { endpoint: string }).endpoint)
  expect(places).toEqual([expect.not.stringContaining('another'), 'https://push.example/another'])
  expect(noted()).toEqual([true, true])
})

it.each<[string, () => Promise<unknown>]>([
  ['its owner has signed out', () => ends(false)],
  [
    'it was switched off',
    async () => {
      server.answers({ 'DELETE /rest-api/push/devices': {}, [DEVICES]: { publicKey: 'key', devices: [] } })
      await turnOff('device')
      await ends(true)
    },
  ],
  [
    'its owner has not granted permission again',
    async () => {
      await ends(true)
      permission = 'default'
    },
  ],
])('restores no subscription when %s', async (_, happens) => {
  await turnOn('key', true)
  await happens()
  await turnOnAgain()
  expect(noted()).toHaveLength(1)
  expect((await pushState()).is).toBe('off')
})

describe('a subscription the server has not confirmed', () => {
  const knows = (isKnown: boolean) =>
    server.answers({
      [NOTE]: () => {
        if (!isKnown) throw new Problem('busy')
        return { deviceId: 'device' }
      },
    })

  it('is retried at the next start', async () => {
    await turnOn('key', true)
    await ends(true)
    knows(false)
    await expect(turnOnAgain()).rejects.toThrow()
    expect((await pushState()).is).toBe('off')
    knows(true)
    await turnOnAgain()
    expect((await pushState()).is).toBe('on')
    expect(noted()).toEqual([true, true, true])
  })

  it('keeps its settings when only changing them failed', async () => {
    await turnOn('key', false)
    knows(false)
    await expect(turnOn('key', true)).rejects.toThrow()
    expect((await pushState()).is).toBe('on')
  })
})

it('the app restores a subscription at its start', async () => {
  await turnOn('key', false)
  await ends(true)
  renderHook(() => useRestorePush('user-1', true))
  await vi.waitFor(() => expect(noted()).toHaveLength(2))
})
