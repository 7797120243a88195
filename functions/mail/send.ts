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

/** Sends a letter to one address. Throws what SES throws; see wasRefused(). */
export async function sendMail({ to, replyTo, ...letter }: Addressed, from: string): Promise<void> {
  const { text, html } = written(letter)
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
      Content: { Simple: { Subject: utf8(letter.subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    }),
  )
}

/** True when SES itself said no, so that no mail went out. Without an answer nobody knows. */
export const wasRefused = (error: unknown): boolean => error instanceof SESv2ServiceException
