import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  SESClient,
  SendEmailCommand as SendV1,
  SendRawEmailCommand,
  SendTemplatedEmailCommand,
} from '@aws-sdk/client-ses'
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailService, startMail } from '#scripts/local/services/ses/mail.ts'
import { mime } from '#scripts/local/services/ses/mime.ts'
import { serve, fixedClock } from './mail-served.ts'

const config = { region: 'us-east-1', credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'local' }, maxAttempts: 1 }
const clock = fixedClock()
let dir: string
let mail: MailService
let ses: Awaited<ReturnType<typeof serve>>
let v1: SESClient
let v2: SESv2Client

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'mail-'))
  clock.set(undefined)
  mail = startMail({ dir, clock })
  ses = await serve(mail.handleSes)
  v1 = new SESClient({ ...config, endpoint: ses.origin })
  v2 = new SESv2Client({ ...config, endpoint: ses.origin })
})
afterEach(async () => {
  await ses.close()
  rmSync(dir, { recursive: true, force: true })
})

const simple = (change: Partial<SendEmailCommandInput> = {}) =>
  new SendEmailCommand({
    FromEmailAddress: 'Club América <hello@club.test>',
    Destination: {
      ToAddresses: ['Ana López <ana@home.test>'],
      CcAddresses: ['ben@home.test'],
      BccAddresses: ['cleo@home.test'],
    },
    ReplyToAddresses: ['coach@club.test'],
    Content: {
      Simple: {
        Subject: { Data: 'Training fällt aus ⚽ – und ein ziemlich langer Betreff, der nicht auf eine Zeile passt' },
        Body: { Text: { Data: 'Grüße\nDein Verein' }, Html: { Data: '<p>Grüße</p><p>Dein Verein</p>' } },
      },
    },
    ConfigurationSetName: 'club',
    ...change,
  })

test('a mail arrives with names, umlauts, text, HTML and all recipients', async () => {
  const { MessageId } = await v2.send(simple())
  const [message] = await mail.messages()
  expect(message).toEqual({
    id: MessageId,
    at: '2026-06-11T18:00:00.000Z',
    from: 'Club América <hello@club.test>',
    to: ['ana@home.test', 'ben@home.test', 'cleo@home.test'],
    replyTo: ['coach@club.test'],
    subject: 'Training fällt aus ⚽ – und ein ziemlich langer Betreff, der nicht auf eine Zeile passt',
    text: expect.stringMatching(/^Grüße\nDein Verein\s*$/),
    html: expect.stringMatching(/^<p>Grüße<\/p><p>Dein Verein<\/p>\s*$/),
    attachments: [],
    configurationSet: 'club',
  })
})

test('a mail sent with version 1 of SES arrives alike', async () => {
  const Destination = { ToAddresses: ['ana@home.test'], BccAddresses: ['cleo@home.test'] }
  const Message = {
    Subject: { Data: 'Spiel & Spaß' },
    Body: { Html: { Data: '<p>Um <b>15:00</b>.<br>Bis dann!</p>' } },
  }
  const { MessageId } = await v1.send(
    new SendV1({ Source: 'hello@club.test', ReplyToAddresses: ['coach@club.test'], Destination, Message }),
  )
  expect(await mail.messages()).toMatchObject([
    {
      id: MessageId,
      from: 'hello@club.test',
      to: ['ana@home.test', 'cleo@home.test'],
      replyTo: ['coach@club.test'],
      subject: 'Spiel & Spaß',
      text: 'Um 15:00.\nBis dann!',
    },
  ])
})

const withFile = [
  'From: hello@club.test',
  'To: Team <ana@home.test>, ben@home.test',
  'Bcc: cleo@home.test,',
  ' dan@home.test',
  'Subject: Lineup',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Bcc: this line stays',
  '--x',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="lineup.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0=',
  '--x--',
  '',
].join('\r\n')

test.each([
  ['new', (Data: Uint8Array) => v2.send(new SendEmailCommand({ Content: { Raw: { Data } } }))],
  ['older', (Data: Uint8Array) => v1.send(new SendRawEmailCommand({ RawMessage: { Data } }))],
] as const)(
  'a raw mail with an attachment goes to all recipients, without its Bcc header: the %s API',
  async (_way, send) => {
    await send(Buffer.from(withFile))
    const [message] = await mail.messages()
    expect(message?.to).toEqual(['ana@home.test', 'ben@home.test', 'cleo@home.test', 'dan@home.test'])
    expect(message?.attachments).toEqual([{ filename: 'lineup.pdf', mimeType: 'application/pdf', size: 5 }])
    expect(message?.text).toContain('Bcc: this line stays')
    const raw = readFileSync(join(dir, `${message?.id}.eml`), 'utf8')
    expect(raw).not.toContain('cleo')
    expect(raw).not.toContain('dan@')
    expect(raw).toContain('Subject: Lineup\r\n')
  },
)

test('a raw mail goes to the recipients of the request if it has any', async () => {
  const Destination = { ToAddresses: ['only@home.test'] }
  const Content = { Raw: { Data: Buffer.from(withFile) } }
  await v2.send(new SendEmailCommand({ FromEmailAddress: 'bounce@club.test', Destination, Content }))
  await v1.send(
    new SendRawEmailCommand({ Source: 'bounce@club.test', Destinations: ['only@home.test'], RawMessage: Content.Raw }),
  )
  expect((await mail.messages()).map(({ to }) => to)).toEqual([['only@home.test'], ['only@home.test']])
})

test.each([
  ['it has no recipients', { Destination: {} }, 'There are no recipients.'],
  ['an address is invalid', { Destination: { ToAddresses: ['ana'] } }, 'Illegal address'],
  [
    'it has more than 50 recipients',
    { Destination: { ToAddresses: Array.from({ length: 51 }, (_, i) => `a${i}@b.test`) } },
    'Recipient count exceeds 50.',
  ],
  ['it has no sender', { FromEmailAddress: '' }, 'Missing required header: From.'],
  [
    'it uses a template',
    { Content: { Template: { TemplateName: 't', TemplateData: '{}' } } },
    'the local mail does not know Template',
  ],
  ['it has no content', { Content: {} }, 'Content must be Raw or Simple.'],
])('a mail is rejected when %s', async (_when, change, why) => {
  await expect(v2.send(simple(change))).rejects.toMatchObject({
    name: 'BadRequestException',
    message: expect.stringContaining(why),
  })
  expect(await mail.messages()).toEqual([])
})

test('tags accept only letters, digits, - and _', async () => {
  const send = (Value: string) =>
    v1.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(withFile) }, Tags: [{ Name: 'mail', Value }] }))
  await expect(send('receipt.o1.f2')).rejects.toMatchObject({ name: 'InvalidParameterValue' })
  await send('cmVjZWlwdC5vMS5mMg')
  expect(await mail.messages()).toHaveLength(1)
})

test('version 1 has its own error code, and a limit of 10 MB', async () => {
  const refused = v1.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('Subject: x\r\n\r\nhi') } }))
  await expect(refused).rejects.toMatchObject({
    name: 'InvalidParameterValue',
    message: 'Missing required header: From.',
  })
  const large = v1.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.alloc(14_000_000, 'x') } }))
  await expect(large).rejects.toThrow('Message length is more than 10485760 bytes long.')
})

test('unsupported operations are named in the error', async () => {
  const templated = new SendTemplatedEmailCommand({
    Source: 'a@b.test',
    Destination: {},
    Template: 't',
    TemplateData: '{}',
  })
  await expect(v1.send(templated)).rejects.toMatchObject({
    name: 'InvalidAction',
    message: 'The local mail does not know SendTemplatedEmail.',
  })
  const elsewhere = await fetch(`${ses.origin}/v2/email/identities`)
  expect(elsewhere.status).toBe(404)
  expect(await elsewhere.json()).toEqual({ message: 'The local mail does not know GET /v2/email/identities.' })
})

test('mails are found by full address ignoring case, newest first, also after a restart with an earlier clock', async () => {
  const send = (to: string) => mail.send({ from: 'a@club.test', to: [to], raw: `Subject: to ${to}\r\n\r\nhi` })
  await send('ana@home.test')
  await send('joana@home.test')
  clock.set('2025-01-01T00:00:00Z')
  await send('Ana@Home.test')
  const again = startMail({ dir, clock })
  await again.send({ from: 'a@club.test', to: ['ben@home.test'], raw: 'Subject: last\r\n\r\nhi' })
  expect((await again.messages()).map(({ subject }) => subject)).toEqual([
    'last',
    'to Ana@Home.test',
    'to joana@home.test',
    'to ana@home.test',
  ])
  expect(await again.messages({ to: 'ANA@home.test' })).toHaveLength(2)
  await again.clear()
  expect(await again.messages()).toEqual([])
  expect(readdirSync(dir)).toEqual([])
})

test('a mail that was partially written when the local cloud was killed is ignored', async () => {
  await mail.send({ from: 'a@club.test', to: ['b@c.test'], raw: 'Subject: whole\r\n\r\nhi' })
  writeFileSync(join(dir, '00000002-abcdef.eml'), 'Subject: half')
  writeFileSync(join(dir, '.unfinished-1-2-00000002-abcdef.json'), '{"id":')
  const again = startMail({ dir, clock })
  expect((await again.messages()).map(({ subject }) => subject)).toEqual(['whole'])
})

test('a subject or an address with line breaks adds no header', async () => {
  const raw = mime(
    {
      from: '"Club\r\nBcc: spy@evil.test" <hello@club.test>',
      to: ['ana@home.test\r\nBcc: spy@evil.test'],
      subject: 'Hello\r\nBcc: spy@evil.test',
      html: '<p>hi</p>',
    },
    clock.now(),
  )
  const email = await PostalMime.parse(raw)
  expect(email.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(email.subject).toBe('Hello Bcc: spy@evil.test')
  expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
})

test('a long subject of emoji is wrapped between characters', async () => {
  const subject = '⚽️👩‍👧‍👦'.repeat(40)
  const raw = mime({ from: 'a@b.test', to: ['c@d.test'], subject, text: '' }, clock.now())
  expect((await PostalMime.parse(raw)).subject).toBe(subject)
  for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
})
