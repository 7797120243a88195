import { once } from 'node:events'
import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { SESClient } from '@aws-sdk/client-ses'
import { DynamoDBDocumentClient, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import PostalMime, { type Attachment } from 'postal-mime'
import { beforeAll, beforeEach, vi } from 'vitest'
import { mailIdIn, tagOf } from '#functions/mail/tag.ts'
import { outbox, type OutboxMail } from '#functions/table/outbox.ts'
import { chunks } from '#functions/table/chunks.ts'
import { externalCall } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'

/** A mail as received by the mail service. */
type Mail = {
  from: string
  to: string
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: Attachment[]
  /** The id in the events about this mail. */
  mailId: string
}

const refusals = {
  refuses: [400, 'Throttling'],
  rejects: [400, 'MessageRejected'],
  'is paused': [400, 'AccountSendingPausedException'],
} as const

export type Post = {
  /** All accepted mails, in the order of sending. */
  mails: Mail[]
  /** Number of requests to the mail service. */
  requestCount: number
  /** How the mail service responds from now on, or to a certain address. Like SES, it includes addresses in refusals. */
  mood: SesBehavior
  moodFor: Record<string, SesBehavior>
  /** Passes all mails written since, and those left in the queue, to the sender: `times` times, `sideBySide` in parallel. */
  deliver: (options?: { times?: number; sideBySide?: number; now?: string }) => Promise<void>
  /** Outcomes of the mails to a user, as stored in the table. */
  outcomes: (userId: string) => Promise<OutboxMail[]>
}
type SesBehavior = 'takes' | 'hangs up' | keyof typeof refusals

/** The instance of the tests that are running. */
let current: Post | undefined
let address: Promise<string> | undefined
/** One server for all files of a process: the SDK's client keeps the address it has read first. */
async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    // No keep-alive: between tests, a kept connection may time out.
    response.setHeader('connection', 'close')
    const answer = async () => {
      const post = current
      if (!post) return response.writeHead(400, xml).end(rejectedXml('AccountSendingPausedException', 'Nobody looks.'))
      const form = new URLSearchParams(body)
      // The characters that SES accepts in tags.
      if (!/^[\w-]{1,256}$/.test(form.get('Tags.member.1.Value') ?? ''))
        return response.writeHead(400, xml).end(rejectedXml('InvalidParameterValue', 'Invalid tag'))
      const mail = await mailIn(form)
      const mood = post.moodFor[mail.to] ?? post.mood
      post.requestCount++
      if (mood === 'takes' || mood === 'hangs up') post.mails.push(mail)
      if (mood === 'hangs up') return request.socket.destroy()
      if (mood === 'takes') return response.writeHead(200, xml).end(acceptedXml(`message-${post.mails.length}`))
      const [status, name] = refusals[mood]
      return response.writeHead(status, xml).end(rejectedXml(name, `Not for ${mail.to}`))
    }
    request.on('end', () => void answer())
  })
  watchMails()
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** From now on, requests to SES count as outside calls, too. */
function watchMails(): void {
  const client = SESClient.prototype
  const send = client.send as unknown as (this: SESClient, command: unknown) => Promise<unknown>
  async function watchedSend(this: SESClient, command: unknown) {
    return externalCall(() => send.call(this, command), true)
  }
  client.send = watchedSend as never
}

/**
 * A stand-in for SES, at the endpoint that the SDK reads from the environment, with the table's stream of mails to send. Called
 * at the top of a file or group, it registers hooks: it runs during their tests, and each test starts with it empty and accepting
 * every mail.
 */
export function openPost(): Post {
  let writtenIds: string[] = []
  beforeAll(async () => {
    process.env.AWS_ENDPOINT_URL_SES = await (address ??= listen())
    process.env.MAIL_FROM = 'Touchline <no-reply@touchline.test>'
    process.env.SITE_URL = 'https://app.club.example'
    current = post
    const watchedMails = mailsWritten()
    writtenIds = watchedMails.ids
    return () => {
      current = undefined
      watchedMails.spy.mockRestore()
    }
  })
  beforeEach(() => void Object.assign(post, { mails: [], requestCount: 0, mood: 'takes', moodFor: {} }))
  const waitingIds = new Set<string>()
  const post: Post = {
    mails: [],
    requestCount: 0,
    mood: 'takes',
    moodFor: {},
    async deliver({ times = 1, sideBySide = 1, now } = {}) {
      const { handler } = await import('#functions/mail/sendHandler.ts')
      for (const mailId of writtenIds.splice(0)) waitingIds.add(mailId)
      const all = [...waitingIds].flatMap((mailId) => Array.from({ length: sideBySide }, () => mailId))
      let failure: unknown
      for (let time = 1; time <= times; time++) {
        // In batches, as more at once would wait for the table longer than their timeout.
        for (const batch of chunks(all, 40)) {
          const results = await Promise.allSettled(
            batch.map((mailId) => deliverTo(handler, outbox.key({ mailId }), now)),
          )
          for (const [i, { status }] of results.entries()) if (status === 'fulfilled') waitingIds.delete(batch[i] ?? '')
          failure ??= results.find(({ status }) => status === 'rejected')
        }
      }
      if (failure) throw (failure as PromiseRejectedResult).reason
    },
    async outcomes(userId) {
      const rows = await outbox.getMany(allMailIds.map((mailId) => ({ mailId })))
      return rows.filter(
        (row): row is NonNullable<typeof row> => !!row && 'userId' in row.to && row.to.userId === userId,
      )
    },
  }
  return post
}

const allMailIds: string[] = []

/** Ids of the mails that this process writes to the outbox, as the table's stream would deliver them. */
function mailsWritten() {
  const ids: string[] = []
  const { send } = DynamoDBDocumentClient.prototype
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: { input: object },
  ) {
    const { TransactItems = [] } = command.input as TransactWriteCommandInput
    const wantedIds = TransactItems.flatMap(({ Put }) =>
      Put?.Item?.['kind'] === outbox.kind ? [String(Put.Item['mailId'])] : [],
    )
    // Without a tag that can be read back, the outcome of a mail would be lost.
    const lostId = wantedIds.find((id) => mailIdIn(tagOf(id)) !== id || !/^[\w-]{1,256}$/.test(tagOf(id)))
    if (lostId !== undefined) throw new Error(`No worker is notified of the result of the mail ${lostId}.`)
    // Recorded before the write, for processes that are killed before they get its response.
    ids.push(...wantedIds)
    allMailIds.push(...wantedIds)
    try {
      return await (send as (command: unknown) => Promise<unknown>).call(this, command)
    } catch (error) {
      for (const list of [ids, allMailIds]) for (const id of wantedIds) list.splice(list.lastIndexOf(id), 1)
      throw error
    }
  } as never)
  return { ids, spy }
}

const xml = { 'content-type': 'text/xml' }
const acceptedXml = (id: string) =>
  `<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult><MessageId>${id}</MessageId></SendRawEmailResult></SendRawEmailResponse>`
const rejectedXml = (code: string, message: string) =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`

/** Parses a mail with an independent MIME parser. */
async function mailIn(form: URLSearchParams): Promise<Mail> {
  const email = await PostalMime.parse(Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'))
  const { from, replyTo, subject = '', text = '', html = '', headers, attachments } = email
  return {
    from: `${from?.name} <${from?.address}>`,
    to: form.get('Destinations.member.1') ?? '',
    replyTo: replyTo?.[0]?.address,
    subject,
    text: text.replaceAll('\r\n', '\n'),
    html,
    attachments,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    mailId: Buffer.from(form.get('Tags.member.1.Value') ?? '', 'base64url').toString(),
  }
}

/** Everything logged to the console meanwhile, as one text. */
export async function consoleOutputOf(work: () => Promise<unknown>): Promise<string> {
  const spies = (['error', 'warn', 'info', 'log'] as const).map((level) => vi.spyOn(console, level).mockReturnValue())
  try {
    await work()
    return inspect(spies.map(({ mock }) => mock.calls))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
