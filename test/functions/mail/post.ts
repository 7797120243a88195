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
import { outside } from '../killed.ts'
import { hand } from '../workers.ts'

/** A mail as the mail service took it. */
type Mail = {
  from: string
  to: string
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: Attachment[]
  /** The id that its events name. */
  mailId: string
}

const refusals = {
  refuses: [400, 'Throttling'],
  rejects: [400, 'MessageRejected'],
  'is paused': [400, 'AccountSendingPausedException'],
} as const

export type Post = {
  /** Every mail that was taken, in the order of sending. */
  mails: Mail[]
  /** How often the mail service was asked. */
  asked: number
  /** What becomes of a mail from now on, or of those to one address. SES names addresses when it says no, and so does this. */
  mood: Mood
  moodFor: Record<string, Mood>
  /**
   * Lets the sender hear of all mails that were written since, and again of those that it left in the queue; so many times,
   * and so many side by side.
   */
  deliver: (options?: { times?: number; sideBySide?: number; now?: string }) => Promise<void>
  /** What became of the mails to somebody, as the table has it. */
  outcomes: (userId: string) => Promise<OutboxMail[]>
}
type Mood = 'takes' | 'hangs up' | keyof typeof refusals

/** Whose tests run at this moment. */
let current: Post | undefined
let address: Promise<string> | undefined
/** One for all files of a process: the SDK's client stays with the address that it has read first. */
async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    // A connection each: tests lie so far apart that one that was kept may be over.
    response.setHeader('connection', 'close')
    const answer = async () => {
      const post = current
      if (!post) return response.writeHead(400, xml).end(refused('AccountSendingPausedException', 'Nobody looks.'))
      const form = new URLSearchParams(body)
      // As SES takes them.
      if (!/^[\w-]{1,256}$/.test(form.get('Tags.member.1.Value') ?? ''))
        return response.writeHead(400, xml).end(refused('InvalidParameterValue', 'Invalid tag'))
      const mail = await mailIn(form)
      const mood = post.moodFor[mail.to] ?? post.mood
      post.asked++
      if (mood === 'takes' || mood === 'hangs up') post.mails.push(mail)
      if (mood === 'hangs up') return request.socket.destroy()
      if (mood === 'takes') return response.writeHead(200, xml).end(taken(`message-${post.mails.length}`))
      const [status, name] = refusals[mood]
      return response.writeHead(status, xml).end(refused(name, `Not for ${mail.to}`))
    }
    request.on('end', () => void answer())
  })
  watchMails()
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** From here on what is asked of SES is a call to the outside, too. */
function watchMails(): void {
  const client = SESClient.prototype
  const send = client.send as unknown as (this: SESClient, command: unknown) => Promise<unknown>
  async function watched(this: SESClient, command: unknown) {
    return outside(() => send.call(this, command), true)
  }
  client.send = watched as never
}

/**
 * A stand-in for SES, at the address that the SDK reads from the environment, and the table's stream of what is to be mailed.
 * Called beside the tests of a file or a group, whose hooks it sets: it is open while they run, and each finds it empty and
 * taking every mail.
 */
export function openPost(): Post {
  let written: string[] = []
  beforeAll(async () => {
    process.env.AWS_ENDPOINT_URL_SES = await (address ??= listen())
    process.env.MAIL_FROM = 'Touchline <no-reply@touchline.test>'
    process.env.SITE_URL = 'https://app.club.example'
    current = post
    const watched = mailsWritten()
    written = watched.ids
    return () => {
      current = undefined
      watched.spy.mockRestore()
    }
  })
  beforeEach(() => void Object.assign(post, { mails: [], asked: 0, mood: 'takes', moodFor: {} }))
  const waiting = new Set<string>()
  const post: Post = {
    mails: [],
    asked: 0,
    mood: 'takes',
    moodFor: {},
    async deliver({ times = 1, sideBySide = 1, now } = {}) {
      const { handler } = await import('#functions/mail/sendHandler.ts')
      for (const mailId of written.splice(0)) waiting.add(mailId)
      const all = [...waiting].flatMap((mailId) => Array.from({ length: sideBySide }, () => mailId))
      let failure: unknown
      for (let time = 1; time <= times; time++) {
        // All at once more would wait for the table than it answers in time.
        for (const some of chunks(all, 40)) {
          const done = await Promise.allSettled(some.map((mailId) => hand(handler, outbox.key({ mailId }), now)))
          for (const [i, { status }] of done.entries()) if (status === 'fulfilled') waiting.delete(some[i] ?? '')
          failure ??= done.find(({ status }) => status === 'rejected')
        }
      }
      if (failure) throw (failure as PromiseRejectedResult).reason
    },
    async outcomes(userId) {
      const rows = await outbox.getMany(everWritten.map((mailId) => ({ mailId })))
      return rows.filter(
        (row): row is NonNullable<typeof row> => !!row && 'userId' in row.to && row.to.userId === userId,
      )
    },
  }
  return post
}

const everWritten: string[] = []

/** The ids of the mails that this process writes into the outbox, as the table's stream would bring them. */
function mailsWritten() {
  const ids: string[] = []
  const { send } = DynamoDBDocumentClient.prototype
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: { input: object },
  ) {
    const { TransactItems = [] } = command.input as TransactWriteCommandInput
    const wanted = TransactItems.flatMap(({ Put }) =>
      Put?.Item?.['kind'] === outbox.kind ? [String(Put.Item['mailId'])] : [],
    )
    // By a tag that is not read again, nothing that becomes of a mail would be known.
    const lost = wanted.find((id) => mailIdIn(tagOf(id)) !== id || !/^[\w-]{1,256}$/.test(tagOf(id)))
    if (lost !== undefined) throw new Error(`What becomes of the mail ${lost} would not be heard.`)
    // Also those of a process that is killed before it hears that they are written.
    ids.push(...wanted)
    everWritten.push(...wanted)
    try {
      return await (send as (command: unknown) => Promise<unknown>).call(this, command)
    } catch (error) {
      for (const list of [ids, everWritten]) for (const id of wanted) list.splice(list.lastIndexOf(id), 1)
      throw error
    }
  } as never)
  return { ids, spy }
}

const xml = { 'content-type': 'text/xml' }
const taken = (id: string) =>
  `<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult><MessageId>${id}</MessageId></SendRawEmailResult></SendRawEmailResponse>`
const refused = (code: string, message: string) =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`

/** A mail as an independent reader of MIME understands it. */
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
