import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isShown, signedIn, waitForScreen } from './pages.ts'
import { get, origin } from './people.ts'

type Listed = { conversations: { conversationSid: string; type: string; friendlyName: string }[] }
type Taken = { text: string }[]
type Note = { title: string; body: string; data: object }

it('a push notification of a chat message shows neither its text nor names', async () => {
  const phone = await signedIn('parent', { serviceWorkers: 'allow' })
  await phone.context().grantPermissions(['notifications'], { origin })
  // A headless browser shows no notifications and reports the permission as denied.
  await phone.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }))
  // The test browser has no push service, so this script replaces it.
  await phone.addInitScript(await (await fetch(`${origin}/_local/push/browser.js`)).text())
  await phone.goto(`${origin}/chat`)
  await waitForScreen(phone)
  await phone.getByRole('button', { name: 'Actions for Chat' }).click()
  await phone.getByRole('menuitem', { name: 'Notifications on this device' }).click()
  await phone.getByRole('dialog').getByRole('switch', { name: 'Turn on for this device' }).click()
  await isShown(phone.getByText('Notifications are on for this device.'))
  const endpoint = await phone.evaluate(() => JSON.parse(localStorage['touchline-stand-in-push']).endpoint as string)
  await phone.goto(`${origin}/today`)
  await waitForScreen(phone)

  const { conversations } = (await get('/rest-api/chat/conversations', { as: 'coach' })).body as Listed
  const team = conversations.find(({ type, friendlyName }) => type === 'team' && friendlyName.includes('U12 Falcons'))
  // Whoever is mentioned gets a notification at once, regardless of earlier ones.
  const { id } = (await get('/rest-api/users/profile', { as: 'parent' })).body as { id: string }
  const text = 'Can Mia come an hour earlier?'
  const body = JSON.stringify({ messageSid: randomUUID(), text, mentions: [id] })
  const path = `/rest-api/chat/conversations/${team?.conversationSid}/messages`
  const headers = { 'content-type': 'application/json' }
  expect((await get(path, { as: 'coach', method: 'POST', headers, body })).status).toBe(200)

  const told = async () => {
    const answer = await fetch(`${origin}/_local/push/messages.json?endpoint=${encodeURIComponent(endpoint)}`)
    return (await answer.json()) as Taken
  }
  await expect.poll(async () => (await told()).length, { timeout: 20_000 }).toBe(1)
  const [{ text: data } = { text: '' }] = await told()

  const [worker] = phone.context().serviceWorkers()
  if (!worker) throw new Error('The site has no service worker.')
  await worker.evaluate(() => {
    const here = globalThis as unknown as { notes: object[]; registration: object }
    here.notes = []
    const showNotification = (title: string, more: object) => Promise.resolve(void here.notes.push({ title, ...more }))
    Object.assign(here.registration, { showNotification })
  })
  // Delivers the message as the push service would.
  const devtools = await phone.context().newCDPSession(phone)
  const known = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await known, data })
  const notes = () => worker.evaluate(() => (globalThis as unknown as { notes: Note[] }).notes)
  await expect.poll(async () => (await notes()).length).toBe(1)
  const [note] = await notes()
  expect(note?.data).toEqual({ address: `/chat/${team?.conversationSid}` })
  expect(`${note?.title} ${note?.body}`).not.toMatch(/Mia|Carmen|earlier/)
})
