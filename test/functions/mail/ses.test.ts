import { SendRawEmailCommand, SESClient, SESServiceException } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendMail } from '#functions/mail/ses.ts'

const ses = mockClient(SESClient)
beforeEach(() => {
  ses.reset()
})
afterAll(() => ses.restore())

const from = { name: 'Touchline', address: 'no-reply@club.example' }
const send = (more = {}) =>
  sendMail({ from, to: 'paula@club.example', subject: 'Hello', text: 'One.', html: '<p>One.</p>', ...more }, 'm-1')
const refuses = (name: string, message = 'Not for paula@club.example', httpStatusCode = 400) =>
  ses.on(SendRawEmailCommand).rejects(
    new SESServiceException({
      name,
      message,
      $fault: httpStatusCode < 500 ? 'client' : 'server',
      $metadata: { httpStatusCode, requestId: 'r-1' },
    }),
  )
const asked = () => ses.commandCalls(SendRawEmailCommand).map(({ args: [{ input }] }) => input)

describe('SES', () => {
  it('receives a Reply-To only if given, and the mail’s id as a tag', async () => {
    ses.on(SendRawEmailCommand).resolves({ MessageId: 'x' })
    expect(await send({ replyTo: 'peter@club.example' })).toEqual({ as: 'sent', messageId: 'x' })
    await send()
    const [one, two] = asked()
    const headOf = (input = one) => Buffer.from(input?.RawMessage?.Data ?? []).toString()
    expect(headOf()).toContain('\r\nReply-To: peter@club.example\r\n')
    expect(headOf(two)).not.toContain('Reply-To')
    expect(one?.Destinations).toEqual(['paula@club.example'])
    expect(one?.Tags).toEqual([{ Name: 'mail', Value: 'bS0x' }])
  })

  it.each([
    ['MessageRejected', 'Email address is not verified: paula@club.example'],
    ['InvalidParameterValue', 'Illegal address: paula@club'],
  ])('rejects a faulty mail permanently (%s), without a retry', async (name, message) => {
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
  ])('refuses temporarily when the mail is not at fault (%s)', async (name, status) => {
    refuses(name, undefined, status)
    expect(await send()).toEqual({ as: 'not now', why: `${name}, request r-1` })
    expect(asked()).toHaveLength(1)
  })

  it('is retried a few times when throttling', async () => {
    refuses('Throttling')
    expect(await send()).toMatchObject({ as: 'not now' })
    expect(asked()).toHaveLength(4)
  })

  it.each([
    'Sending suspended for this account. For more information, please check the inbox of …',
    `Email address is not verified. The following identities failed the check: ${from.address}`,
  ])('refuses temporarily while the account or sender may not send: %s', async (message) => {
    refuses('MessageRejected', message)
    expect(await send()).toMatchObject({ as: 'not now' })
  })

  it('that does not respond results in unknown, without a retry', async () => {
    ses.on(SendRawEmailCommand).rejects(Object.assign(new Error('to paula@club.example'), { name: 'TimeoutError' }))
    expect(await send()).toEqual({ as: 'unknown', why: 'TimeoutError' })
    expect(asked()).toHaveLength(1)
  })
})
