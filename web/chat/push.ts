import { callApi } from '../api.ts'
import { removeItem, writeItem, toPushName, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'

/** This browser's push subscription, by which it receives messages while the app is not visible. */

/** `unsupported`: by the browser, or by the way the app was opened; `denied`: the user has blocked notifications. */
export type PushState = { is: 'unsupported' | 'denied' } | { is: 'off' } | { is: 'on'; deviceId: string }

export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return { is: 'unsupported' }
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return { is: 'unsupported' }
  if (Notification.permission === 'denied') return { is: 'denied' }
  const subscription = await registration.pushManager.getSubscription()
  return subscription ? { is: 'on', deviceId: await deviceIdOf(subscription.endpoint) } : { is: 'off' }
}

/** The name of the item with this device's setting: whether texts are shown, and the device id last registered. */
const settingName = () => toPushName(signedInUser() ?? '')

/** The server's id of a subscription. */
async function deviceIdOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const text = btoa(String.fromCodePoint(...new Uint8Array(digest)))
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)
}

/**
 * Asks for permission, subscribes at the push service, and registers the subscription with the server. False if
 * permission is denied.
 */
export async function turnOn(publicKey: string, showsText: boolean): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const existing = await pushManager.getSubscription()
  // A subscription made with an old VAPID key does not count.
  const newSubscription = await pushManager.subscribe(options).catch(async () => {
    await existing?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys = {} } = newSubscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  try {
    await callApi('PUT /rest-api/push/devices', { body: { endpoint, p256dh, auth, showsText } })
  } catch (error) {
    // If the server may not know the new subscription, it would look active without delivering anything: remove it.
    if (endpoint !== existing?.endpoint) await newSubscription.unsubscribe().catch(() => undefined)
    throw error
  }
  writeItem(settingName(), `${showsText ? 'text' : 'on'} ${await deviceIdOf(endpoint)}`)
  return true
}

/**
 * Subscribes again after an expired session, whose end unsubscribes so that the next user gets no notifications, and after the
 * browser has replaced the subscription by itself. Never asks for permission.
 */
export async function turnOnAgain(): Promise<void> {
  const [shows, registeredId] = readItem(settingName())?.split(' ') ?? []
  if (shows === undefined || Notification.permission !== 'granted') return
  const state = await pushState()
  if (state.is !== 'off' && (state.is !== 'on' || state.deviceId === registeredId)) return
  const { publicKey } = await callApi('GET /rest-api/push/devices', {}, { handles: ['failures'] })
  await turnOn(publicKey, shows === 'text')
}

export async function turnOff(deviceId: string): Promise<void> {
  removeItem(settingName())
  await callApi('DELETE /rest-api/push/devices', { query: { deviceId } })
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
