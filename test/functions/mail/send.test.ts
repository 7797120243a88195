// apart: what sends is put aside
import { inspect } from 'node:util'
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendMail, wasRefused } from '#functions/mail/send.ts'

const ses = mockClient(SESv2Client)
const noted = vi.spyOn(console, 'error').mockReturnValue()
beforeEach(() => {
  ses.reset()
  noted.mockClear()
})
afterAll(() => {
  ses.restore()
  noted.mockRestore()
})

const from = 'Touchline <no-reply@club.example>'
const letter = { subject: 'Hello', paragraphs: ['One.'], to: 'paula@club.example' }
const send = (more = {}) =>
  sendMail({ ...letter, ...more }, from).then(
    () => undefined,
    (error: unknown) => error,
  )
const refuses = (name: string, message = 'Not for paula@club.example', httpStatusCode = 400) =>
  ses.on(SendEmailCommand).rejects(
    new SESv2ServiceException({
      name,
      message,
      $fault: httpStatusCode < 500 ? 'client' : 'server',
      $metadata: { httpStatusCode, requestId: 'r-1' },
    }),
  )

describe('a mail', () => {
  it('names whom to reply to only where there is somebody', async () => {
    ses.on(SendEmailCommand).resolves({})
    await send({ replyTo: 'peter@club.example' })
    await send({ replyTo: '' })
    const [one, two] = ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input)
    expect(one?.ReplyToAddresses).toEqual(['peter@club.example'])
    expect(two).not.toHaveProperty('ReplyToAddresses')
  })

  it.each([
    ['MessageRejected', 'Email address is not verified: paula@club.example'],
    ['BadRequestException', 'Illegal address: paula@club'],
  ])('that SES will never take (%s) is given up, and noted once without its address', async (name, message) => {
    refuses(name, message)
    expect(await send()).toBeUndefined()
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1)
    expect(noted.mock.calls).toEqual([[expect.stringContaining(`${name}, request r-1`)]])
    expect(inspect(noted.mock.calls)).not.toContain('@')
  })

  it.each([
    ['TooManyRequestsException', 400],
    ['LimitExceededException', 400],
    ['ThrottlingException', 400],
    ['InternalFailure', 500],
    ['AccountSuspendedException', 400],
    ['SendingPausedException', 400],
    ['MailFromDomainNotVerifiedException', 400],
    ['NotFoundException', 404],
    ['AccessDeniedException', 403],
  ])('that SES refuses for what is no fault of the mail (%s) may be sent again', async (name, status) => {
    refuses(name, undefined, status)
    const error = await send()
    expect(wasRefused(error)).toBe(true)
    expect((error as Error).message).toContain(`${name}, request r-1`)
    expect(inspect(error)).not.toContain('@')
    expect(noted).not.toHaveBeenCalled()
  })

  it('may be sent again once the stage may send again', async () => {
    refuses('MessageRejected', 'Sending paused for this account. For more information, please check the inbox of …')
    expect(wasRefused(await send())).toBe(true)
    expect(noted).not.toHaveBeenCalled()
  })

  it('may be sent again once our own address is verified', async () => {
    refuses('MessageRejected', `Email address is not verified. The following identities failed the check: ${from}`)
    expect(wasRefused(await send())).toBe(true)
  })

  it('without an answer may have been sent, and is told of without its address', async () => {
    ses.on(SendEmailCommand).rejects(Object.assign(new Error('to paula@club.example'), { name: 'TimeoutError' }))
    const error = await send()
    expect(error).toBeInstanceOf(Error)
    expect(wasRefused(error)).toBe(false)
    expect((error as Error).message).toContain('TimeoutError')
    expect(inspect(error)).not.toContain('@')
  })
})
