import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { BrowserContext, Page } from 'playwright-core'
import { accounts } from '#scripts/demo/accounts.ts'
import { alphabet, inviteOf, organizationOf, partLength } from '#shared/ids.ts'
import { unanswered } from '#shared/rules/invites.ts'
import { signedIn, signInAt } from './pages.ts'
import { cloud, get, instantIn, origin, startUtc } from './people.ts'
import { signOutEverywhere } from './users.ts'

/** Helpers for offline tests: events of their own, the server's state of their invites, and the deployed web files. */

type Entry = {
  event: { id: string; name: string }
  invite: { id: string; status: { value: string } }
}
const sam = { firstName: 'Sam', lastName: 'Okafor' }

/** Loads the product's own write functions, configured for this cloud's table. */
export async function table() {
  Object.assign(process.env, cloud.table)
  const [{ createEvent }, { invites }, { usedLinks }, { write }] = await Promise.all([
    import('#functions/calendar/createEvent.ts'),
    import('#functions/table/invites.ts'),
    import('#functions/table/usedLinks.ts'),
    import('#functions/table/table.ts'),
  ])
  return { createEvent, invites, usedLinks, write }
}

const stamp = () => ({ actor: 'a-coach', at: instantIn(0) })

const newPart = (letter: string) =>
  letter + [...crypto.getRandomValues(new Uint8Array(partLength))].map((byte) => alphabet[byte % 32]).join('')

/**
 * Creates events for Sam Okafor, whose guardian is parent2, a minute apart around noon today, with or without an invitation
 * mail. Returns their invites' ids.
 */
export async function eventsForSam(name: string, count: number, options: { mail?: true } = {}): Promise<string[]> {
  const { createEvent } = await table()
  const { body } = await get('/api/v1/playersAndTeams', { as: 'parent2' })
  const players = body?.['players'] as { id: string; name: string }[]
  const playerId = players.find((player) => player.name === 'Sam Okafor')?.id ?? ''
  const teamId = `${organizationOf(playerId)}.${newPart('t')}`
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const eventId = `${teamId}.${newPart('e')}`
      const start = Temporal.Instant.from(startUtc()).add({ minutes: 12 * 60 + i })
      const event = {
        eventId,
        name: `${name} ${i + 1}`,
        description: '',
        start: start.toString(),
        end: start.add({ hours: 1 }).toString(),
        timezone: 'America/Chicago',
        field: '2',
        eventType: { name: 'Practice', color: '#2b8a3e' },
        teamName: 'U10 Otters',
        fieldLabel: 'Field',
      }
      await createEvent(stamp(), event, [{ playerId, ...sam }], options)
      return inviteOf(eventId, playerId)
    }),
  )
}

export async function removeInvite(inviteId: string): Promise<void> {
  const { invites, write } = await table()
  await write(stamp(), invites.remove({ inviteId }))
}

/** Resets an invite to unanswered, and the links in its mail to unused. */
export async function resetAnswer(inviteId: string, nonces: readonly string[]): Promise<void> {
  const { invites, usedLinks, write } = await table()
  const noAnswer = { answerName: undefined, answeredBy: undefined, answeredAt: undefined, note: undefined }
  await write(
    stamp(),
    invites.change({ inviteId }, { set: { status: 'Pending', answerId: unanswered, ...noAnswer } }),
    ...(
      await usedLinks.getMany(
        nonces.map((nonce) => ({ nonce })),
        { consistent: true },
      )
    ).flatMap((link) => (link ? [usedLinks.remove(link)] : [])),
  )
}

/** Returns the answer ids that the devices gave to the invites' current answers. */
export async function storedAnswerIds(ids: readonly string[]): Promise<(string | undefined)[]> {
  const { invites } = await table()
  const storedInvites = await invites.getMany(
    ids.map((inviteId) => ({ inviteId })),
    { consistent: true },
  )
  return storedInvites.map((invite) => invite?.answerName)
}

/** Returns the server's state of these invites, in the given order. */
export async function inviteStates(ids: string[]): Promise<Entry['invite'][]> {
  const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent2' })
  const all = ((body?.['todaysEvents'] ?? []) as Entry[]).map(({ invite }) => invite)
  return ids.flatMap((id) => all.find((invite) => invite.id === id) ?? [])
}

/** Opens a browser context of parent2 in which the service worker has cached the app. */
export async function offlineDevice(): Promise<BrowserContext> {
  const page = await signedIn('parent2', { serviceWorkers: 'allow' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const device = page.context()
  await page.close()
  return device
}

/** Opens Today in a new online tab of that context; signs parent2 in again if an earlier test has signed out there. */
export async function openTodayOnline(device: BrowserContext): Promise<Page> {
  await device.setOffline(false)
  const page = await device.newPage()
  await page.goto(`${origin}/today`)
  const form = page.getByRole('button', { name: 'Sign in', exact: true })
  const event = page.locator('#root:not([inert])').getByRole('article').first()
  await event.or(form).waitFor()
  if (await form.isVisible()) await signInAt(page, accounts.parent2.email)
  await event.waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** Collects the answer ids of all answers that reach the server from any page of this browser context. */
export function answersFrom(page: Page): { arrived: string[] } {
  const result = { arrived: [] as string[] }
  page.context().on('response', (response) => {
    const url = new URL(response.url())
    if (url.pathname.startsWith('/user/updateInviteStatus/'))
      result.arrived.push(url.searchParams.get('answerId') ?? '')
  })
  return result
}

const bucket = () => {
  const env = cloud.table
  const s3 = new S3Client({
    region: env['AWS_REGION'] ?? '',
    endpoint: env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
    forcePathStyle: true,
  })
  return { s3, Bucket: cloud.webBucket }
}

/** Replaces the text of a deployed file, as a deployment does. Returns a function that restores it. */
export async function redeploy(Key: string, change: (text: string) => string): Promise<() => Promise<void>> {
  const { s3, Bucket } = bucket()
  const currentObject = await s3.send(new GetObjectCommand({ Bucket, Key }))
  const text = (await currentObject.Body?.transformToString()) ?? ''
  const { ContentType, CacheControl } = currentObject
  const putObject = async (Body: string) => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }))
  }
  await putObject(change(text))
  return () => putObject(text)
}

/**
 * Signs parent2 out everywhere at the user pool, and marks the access token on the device as expired, as the gateway would
 * still accept it.
 */
export async function endSession(page: Page): Promise<void> {
  await signOutEverywhere(accounts.parent2.email)
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.endsWith('.accessToken')) ?? ''
    const [head, claims = '', signature] = (localStorage.getItem(name) ?? '').split('.')
    const expiredClaims = { ...JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))), exp: 1 }
    localStorage.setItem(name, [head, btoa(JSON.stringify(expiredClaims)), signature].join('.'))
  })
}

/** Returns everything that the browser stores for this origin. */
export const browserStorage = (page: Page) =>
  page.evaluate(async () => {
    const cached: { url: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        cached.push({ url: request.url, text: (await response?.text()) ?? '' })
      }
    }
    return { stored: { ...localStorage }, session: { ...sessionStorage }, cached }
  })
