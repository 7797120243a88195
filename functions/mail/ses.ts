import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses'
import { backoff } from '../runtime/backoff.ts'
import { asciiAddress, type Envelope, mimeOf } from './mime.ts'
import { tagOf } from './tag.ts'

/**
 * Each attempt is made only once: a retry after a lost response would send a second mail. The timeout is ten seconds: by default
 * the SDK would wait until Lambda ends the function in the middle of its work.
 */
const ses = new SESClient({
  maxAttempts: 1,
  requestHandler: { requestTimeout: 10_000, throwOnRequestTimeout: true },
})

/** The result of sending. `unknown`: the response was lost, so the mail may have been sent. */
export type SendResult = { as: 'sent'; messageId: string } | { as: 'refused' | 'not now' | 'unknown'; why: string }

/**
 * Sends a mail with SES. `refused`: an error about this mail that a retry would not change, such as an invalid address (in SES's sandbox:
 * an address that is not verified). `not now`: any other error: throttling, an outage of SES, sending paused or suspended, missing rights,
 * our own address not verified. `why` has only the error's name and the request id, since SES's messages contain addresses.
 */
export async function sendMail(envelope: Envelope, mailId: string): Promise<SendResult> {
  const { from, to } = envelope
  const configurationSet = process.env.MAIL_SET
  const command = new SendRawEmailCommand({
    Source: from.address,
    Destinations: [asciiAddress(to)],
    RawMessage: { Data: Buffer.from(mimeOf(envelope)) },
    // SES includes tags in its events, which it sends where the configuration set says.
    Tags: [{ Name: 'mail', Value: tagOf(mailId) }],
    ...(configurationSet && { ConfigurationSetName: configurationSet }),
  })
  for (let attempt = 1; ; attempt++) {
    try {
      const { MessageId = '' } = await ses.send(command)
      return { as: 'sent', messageId: MessageId }
    } catch (error) {
      const result = classifyError(error, from.address)
      if (result.as !== 'not now' || !isThrottle(error) || attempt === attempts) return result
      await backoff(attempt, 200)
    }
  }
}

/** Splits an address such as `Touchline <no-reply@app.example.org>` into name and address. */
export function senderIn(text: string): Envelope['from'] {
  const [, name = '', address = text] = /^(.*?)\s*<(.*)>$/.exec(text) ?? []
  return { name, address }
}

/** How often a throttled mail is tried at once; after that the queue delivers it again. */
const attempts = 4
const isThrottle = (error: unknown) => /^Throttling|TooManyRequests/.test((error as Error).name)

function classifyError(error: unknown, from: string): Exclude<SendResult, { as: 'sent' }> {
  const { name, message } = error as Error
  if (!(error instanceof SESServiceException)) return { as: 'unknown', why: name }
  const why = `${name}, request ${error.$metadata.requestId}`
  return { as: mailErrors.has(name) && !isSenderFault(message, from) ? 'refused' : 'not now', why }
}

const mailErrors = new Set(['MessageRejected', 'InvalidParameterValue'])

/**
 * Whether SES rejects a mail for another reason than the mail: our sender address is not verified, or the account may not send.
 */
const isSenderFault = (message: string, from: string) => message.includes(from) || /\bthis account\b/i.test(message)
