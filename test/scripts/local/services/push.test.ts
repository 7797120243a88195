import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pushKeyOf } from '#functions/chat/pushKeys.ts'
import { encryptMessage, vapidHeader } from '#functions/chat/webPush.ts'
import { pushStandIn } from '#scripts/local/services/push/standIn.ts'
import { tempDir } from '../fixtures/clubApp.ts'

const { dir, remove } = tempDir('push')
const address = 'https://fcm.googleapis.com'
const now = '2026-11-21T18:00:00.000Z'
const options = { address, now: () => Date.parse(now), file: join(dir, 'push.json') }

const { handle } = pushStandIn(options, '/_local/push')
const server = createServer((request, response) => void handle(request, response, request.url ?? '/'))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_local/push`
afterAll(() => {
  server.close()
  server.closeAllConnections()
  remove()
})

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
const subscribe = async () => (await (await fetch(`${here}/subscribe`, { method: 'POST' })).json()) as Subscription
const key = pushKeyOf({ id: 'k', value: 'a secret' })
async function send({ endpoint, keys }: Subscription, text: string, headers: Record<string, string> = {}) {
  const authorization = vapidHeader(endpoint, key, now)
  const how = { authorization, 'content-encoding': 'aes128gcm', ttl: '60', topic: 't', ...headers }
  const body = new Uint8Array(encryptMessage(text, keys))
  return (await fetch(endpoint.replace(address, here), { method: 'POST', headers: how, body })).status
}
const messagesTo = async ({ endpoint }: Subscription) =>
  (await (await fetch(`${here}/messages.json?endpoint=${encodeURIComponent(endpoint)}`)).json()) as { text: string }[]

test('a message to a subscribed browser is decrypted and shown on the page', async () => {
  const [one, other] = [await subscribe(), await subscribe()]
  expect(await send(one, '{"title":"New message","body":"<b>"}')).toBe(201)
  expect((await messagesTo(one)).map(({ text }) => text)).toEqual(['{"title":"New message","body":"<b>"}'])
  expect(await messagesTo(other)).toEqual([])
  const page = await (await fetch(here)).text()
  expect(page).toContain('New message')
  expect(page).toContain('&#60;b&#62;')
})

test('invalid messages are rejected with the status of a push service', async () => {
  const browser = await subscribe()
  expect(await send(browser, '{}', { authorization: 'vapid t=a.b, k=c' })).toBe(403)
  expect(await send(browser, '{}', { authorization: vapidHeader('https://push.apple.com/x', key, now) })).toBe(403)
  expect(await send(browser, '{}', { authorization: vapidHeader(browser.endpoint, key, '2026-11-19T18:00:00Z') })).toBe(
    403,
  )
  expect(await send(browser, '{}', { 'content-encoding': 'gzip' })).toBe(400)
  await fetch(`${here}?endpoint=${encodeURIComponent(browser.endpoint)}`, { method: 'DELETE' })
  expect(await send(browser, '{}')).toBe(410)
  expect(await messagesTo(browser)).toEqual([])
})

test('a message to a browser with its own keys is accepted, but not decrypted', async () => {
  const { keys } = await subscribe()
  const own = { endpoint: `${address}/fcm/send/from-elsewhere`, keys }
  expect(await send(own, '{}')).toBe(201)
  expect((await messagesTo(own)).map(({ text }) => text)).toEqual([undefined])
})
