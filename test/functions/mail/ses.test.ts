import { SendEmailCommand, SESClient, SESServiceException } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendLetter } from '#functions/mail/ses.ts'

const ses = mockClient(SESClient)
beforeEach(() => {
  ses.reset()
})
afterAll(() => ses.restore())

const from = 'Touchline <no-reply@club.example>'
const send = (more = {}) =>
  sendLetter({ subject: 'Hello', paragraphs: ['One.'], ...more }, { email: 'paula@club.example', from, mailId: 'm-1' })
const refuses = (name: string, message = 'Not for paula@club.example', httpStatusCode = 400) =>
  ses.on(SendEmailCommand).rejects(
    new SESServiceException({
      name,
      message,
      $fault: httpStatusCode < 500 ? 'client' : 'server',
      $metadata: { httpStatusCode, requestId: 'r-1' },
    }),
  )
const asked = () => ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input)

describe('the mail service', () => {
  it('is told whom to reply to only where there is somebody, and which mail it is', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: 'x' })
    expect(await send({ replyTo: 'peter@club.example' })).toEqual({ as: 'sent', messageId: 'x' })
    await send()
    const [one, two] = asked()
    expect(one?.ReplyToAddresses).toEqual(['peter@club.example'])
    expect(two).not.toHaveProperty('ReplyToAddresses')
    expect(one?.Tags).toEqual([{ Name: 'mail', Value: 'm-1' }])
  })

  it.each([
    ['MessageRejected', 'Email address is not verified: paula@club.example'],
    ['InvalidParameterValue', 'Illegal address: paula@club'],
  ])('refuses for good what is the fault of the mail (%s), and is not asked again', async (name, message) => {
    refuses(name, message)
    expect(await send()).toEqual({ as: 'refused', why: `${name}, request r-1` })
    expect(asked()).toHaveLength(1)
  })

  it.each([
    ['InternalFailure', 500],
    ['AccountSendingPausedException', 400],
    ['ConfigurationSetSendingPausedException', 400],
    ['MailFromDomainNotVerifiedException', 400],
    ['AccessDenied', 403],
    ['LimitExceeded', 400],
  ])('refuses for now what is no fault of the mail (%s)', async (name, status) => {
    refuses(name, undefined, status)
    expect(await send()).toEqual({ as: 'not now', why: `${name}, request r-1` })
    expect(asked()).toHaveLength(1)
  })

  it('is asked a few times more when too much came at once', async () => {
    refuses('Throttling')
    expect(await send()).toMatchObject({ as: 'not now' })
    expect(asked()).toHaveLength(4)
  })

  it.each([
    'Sending suspended for this account. For more information, please check the inbox of …',
    `Email address is not verified. The following identities failed the check: ${from}`,
  ])('refuses for now while the stage itself may not send: %s', async (message) => {
    refuses('MessageRejected', message)
    expect(await send()).toMatchObject({ as: 'not now' })
  })

  it('that does not answer may have sent it', async () => {
    ses.on(SendEmailCommand).rejects(Object.assign(new Error('to paula@club.example'), { name: 'TimeoutError' }))
    expect(await send()).toEqual({ as: 'unknown', why: 'TimeoutError' })
    expect(asked()).toHaveLength(1)
  })
})
