import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { type Letter, written } from './letter.ts'

/**
 * Once only: after an answer that was lost on its way, a second try would be a second mail. And for ten seconds only, by
 * itself the SDK would wait until Lambda ends the function in the middle of its work.
 */
const ses = new SESv2Client({
  maxAttempts: 1,
  requestHandler: { requestTimeout: 10_000, throwOnRequestTimeout: true },
})

type Addressed = Letter & { to: string; replyTo?: string }

/** Where this stage's mail is from, e.g. `Touchline <no-reply@app.example.org>`; undefined where it sends none. */
export const mailFrom = (): string | undefined => process.env.MAIL_FROM || undefined

/** SES refused, so that nothing went out; or it did not answer, and nobody knows. Lambda logs it, so it names no address. */
class NotSent extends Error {
  readonly refused: boolean
  constructor(told: string, refused: boolean) {
    super(`A mail was not sent: ${told}`)
    this.name = `NotSent ${told}`
    this.refused = refused
  }
}

/**
 * Sends a letter to one address; an empty `replyTo` is left out. What SES says of this mail alone, that its address cannot
 * be one or that it is not taken (in SES's sandbox: any address that is not verified), no later try would change: then the
 * mail is given up, which is noted in the log, and this resolves as if it had been sent, so that nobody else's mail waits for
 * it. Throws whatever else went wrong, so that the stream calls again and someone is woken: too much at once, SES broken,
 * or the whole stage stopped (suspended, paused, without rights, our own address not verified); see wasRefused(). SES
 * writes addresses into what it says, so of that only its name and the request's id are passed on.
 */
export async function sendMail({ to, replyTo, ...letter }: Addressed, from: string): Promise<void> {
  const { text, html } = written(letter)
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    ...(replyTo && { ReplyToAddresses: [replyTo] }),
    Content: { Simple: { Subject: utf8(letter.subject), Body: { Text: utf8(text), Html: utf8(html) } } },
  })
  try {
    await ses.send(command)
  } catch (error) {
    const { name, message } = error as Error
    const refused = error instanceof SESv2ServiceException
    const told = refused ? `${name}, request ${error.$metadata.requestId}` : name
    if (!refused || !faultOfTheMail.has(name) || isOfUs(message, from)) throw new NotSent(told, refused)
    // oxlint-disable-next-line no-console -- the one trace of a mail that somebody waits for in vain
    console.error(`A mail can never be sent: ${told}`)
  }
}

const faultOfTheMail = new Set(['MessageRejected', 'BadRequestException'])

/** True when SES rejects a mail for what is no fault of it: our own address is not verified, or it lets us send nothing. */
const isOfUs = (message: string, from: string) =>
  message.includes(from.replaceAll(/^.*<|>$/g, '')) || /\bthis account\b/i.test(message)

/** True when SES itself said no for now, so that no mail went out. Without an answer nobody knows. */
export const wasRefused = (error: unknown): boolean => error instanceof NotSent && error.refused
