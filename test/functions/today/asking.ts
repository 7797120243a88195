import { once } from 'node:events'
import { createServer } from 'node:http'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { emailUsers, profiles, type Request, requestsSince, type SentRequest } from '#functions/table/map.ts'
import { all, startingWith, write } from '#functions/table/table.ts'
import type { Club } from '../club.ts'

type Sent = {
  FromEmailAddress: string
  Destination: { ToAddresses: string[] }
  ReplyToAddresses?: string[]
  Content: { Simple: { Subject: { Data: string }; Body: { Text: { Data: string }; Html: { Data: string } } } }
}
export type Post = {
  /** Every mail that was taken, in the order of sending. */
  mails: Sent[]
  /** What becomes of a mail from now on. */
  mood: 'takes' | 'refuses' | 'hangs up'
  close: () => void
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
      if (post.mood !== 'refuses') post.mails.push(JSON.parse(body) as Sent)
      if (post.mood === 'hangs up') return request.socket.destroy()
      const [status, answer] =
        post.mood === 'takes' ? [200, { MessageId: 'm' }] : [429, { message: 'Too many requests' }]
      response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(status === 429 && { 'x-amzn-errortype': 'TooManyRequestsException' }),
        })
        .end(JSON.stringify(answer))
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
    profiles.create({ userId: club.user(name), email: emailOf(club, name), ...names }),
    emailUsers.upsert({ email: emailOf(club, name) }, { set: { userId: club.user(name) } }),
  )

/** What a person has sent, as the table's stream brings it. */
export async function sentBy(userId: string): Promise<DynamoDBStreamEvent[]> {
  const rows = await all<SentRequest>({ pk: `USER#${userId}`, ...startingWith('SENT#') })
  return rows.map(({ sentId }) => ({
    Records: [{ dynamodb: { NewImage: { userId: { S: userId }, sentId: { S: sentId } } } }],
  }))
}

/** What is on a coach's list, as it lies in the table. */
export const listOf = (userId: string) => all<Request>(requestsSince({ userId }, '2026-01-01T00:00:00Z'))
