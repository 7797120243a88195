import { once } from 'node:events'
import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { vi } from 'vitest'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { profiles } from '#functions/table/profiles.ts'
import { type Request, requests, type SentRequest } from '#functions/table/requests.ts'
import { all, startingWith, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { hand, type Heard } from '../workers.ts'

type Sent = {
  FromEmailAddress: string
  Destination: { ToAddresses: string[] }
  ReplyToAddresses?: string[]
  Content: { Simple: { Subject: { Data: string }; Body: { Text: { Data: string }; Html: { Data: string } } } }
}
export type Post = {
  /** Every mail that was taken, in the order of sending. */
  mails: Sent[]
  /** What becomes of a mail from now on. SES names addresses when it says no, and so does this. */
  mood: 'takes' | 'refuses' | 'hangs up' | 'rejects' | 'is suspended'
  close: () => void
}

const refusals = {
  refuses: [429, 'TooManyRequestsException'],
  rejects: [400, 'MessageRejected'],
  'is suspended': [400, 'AccountSuspendedException'],
} as const

/** What the console is told meanwhile, as one text. */
export async function toldDuring(what: () => Promise<unknown>): Promise<string> {
  const spies = (['error', 'warn', 'info', 'log'] as const).map((level) => vi.spyOn(console, level).mockReturnValue())
  try {
    await what()
    return inspect(spies.map(({ mock }) => mock.calls))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** A stand-in for SES, at the address that the SDK reads from the environment. */
export async function openPost(): Promise<Post> {
  const post: Post = { mails: [], mood: 'takes', close: () => server.close() }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const mail = JSON.parse(body) as Sent
      if (post.mood === 'takes' || post.mood === 'hangs up') post.mails.push(mail)
      if (post.mood === 'hangs up') return request.socket.destroy()
      if (post.mood === 'takes')
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ MessageId: 'm' }))
      const [status, name] = refusals[post.mood]
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name })
        .end(JSON.stringify({ message: `Not for ${mail.Destination.ToAddresses.join()}` }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  process.env.MAIL_FROM = 'Touchline <no-reply@touchline.test>'
  process.env.SITE_URL = 'https://app.club.example'
  return post
}

export const emailOf = (club: Club, name: string) => `${club.user(name)}@club.example`

/** Gives one of a club's people a name and a confirmed address. */
export const register = (club: Club, name: string, names: { firstName: string; lastName: string }) =>
  write(
    stamp,
    profiles.create({ userId: club.user(name), email: emailOf(club, name), ...names }),
    emailUsers.upsert({ email: emailOf(club, name) }, { set: { userId: club.user(name) } }),
  )

/** What a person has sent, as a worker hears of it. */
export async function sentBy(userId: string): Promise<Heard[]> {
  const rows = await all<SentRequest & Heard>({ pk: `USER#${userId}`, ...startingWith('SENT#') })
  return rows.map(({ pk, sk }) => ({ pk, sk }))
}

/** What is on a coach's list, as it lies in the table. */
export const listOf = (userId: string) => all<Request>(requests.since({ userId }, '2026-01-01T00:00:00Z'))

/** A club whose coach and one of whose parents have an address; `nobody` has one too and runs nothing. */
export async function aClubWithPost() {
  const club = await aClub()
  await register(club, 'coach', { firstName: 'Carmen', lastName: 'Coach' })
  await register(club, 'admin', { firstName: 'Anders', lastName: 'Admin' })
  await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
  await register(club, 'nobody', { firstName: 'Nils', lastName: 'Nobody' })
  return club
}
export const ask = (
  club: Club,
  email = emailOf(club, 'coach'),
  playerName = 'Noa Moreno',
  now?: string,
  as = 'parent',
) => call('POST /api/v1/requestInvite', { as: club.user(as), body: { email, playerName }, ...(now && { now }) })
/** Everything a person has sent arrives, each as often as said. */
export async function arrive(club: Club, { as = 'parent', times = 1 } = {}) {
  const { handler: requested } = await import('#functions/today/requestedHandler.ts')
  for (const sent of await sentBy(club.user(as))) for (let i = 0; i < times; i++) await hand(requested, sent)
}
