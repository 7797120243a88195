import { callApi } from '../api.ts'
import { dropItem, keepItem, pushOf, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'

/** This browser’s place at its push service, by which it is told of messages while nobody looks. */

/** `unsupported` by the browser, or by how it was opened; `denied`: its owner has forbidden it; `off` or `on`. */
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

/** What is kept of it on the device: whether it shows words, and by which place it was told last. */
const mine = () => pushOf(signedInUser() ?? '')

/** As the server calls it. */
async function deviceIdOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const text = btoa(String.fromCodePoint(...new Uint8Array(digest)))
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)
}

/** Asks the device’s owner, its push service, and has the server know. False when its owner will not have it. */
export async function turnOn(publicKey: string, showsText: boolean): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey }
  const before = await pushManager.getSubscription()
  // One that was made for another key of ours is none.
  const made = await pushManager.subscribe(wanted).catch(async () => {
    await before?.unsubscribe()
    return pushManager.subscribe(wanted)
  })
  const { endpoint = '', keys = {} } = made.toJSON()
  const { p256dh = '', auth = '' } = keys
  try {
    await callApi('PUT /rest-api/push/devices', { body: { endpoint, p256dh, auth, showsText } })
  } catch (error) {
    // A new one that the server may not know tells nothing, and would be taken for one that does.
    if (endpoint !== before?.endpoint) await made.unsubscribe().catch(() => undefined)
    throw error
  }
  keepItem(mine(), `${showsText ? 'text' : 'on'} ${await deviceIdOf(endpoint)}`)
  return true
}

/**
 * Whoever had this device told before their session ended by itself has it told again: it was taken from the push service then, so
 * that nobody else is told. So has whoever's browser has another place there by now, as some take one by themselves. Asks nothing
 * of its owner.
 */
export async function turnOnAgain(): Promise<void> {
  const [shows, told] = readItem(mine())?.split(' ') ?? []
  if (shows === undefined || Notification.permission !== 'granted') return
  const state = await pushState()
  if (state.is !== 'off' && (state.is !== 'on' || state.deviceId === told)) return
  const { publicKey } = await callApi('GET /rest-api/push/devices', {}, { handles: ['failures'] })
  await turnOn(publicKey, shows === 'text')
}

export async function turnOff(deviceId: string): Promise<void> {
  dropItem(mine())
  await callApi('DELETE /rest-api/push/devices', { query: { deviceId } })
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
