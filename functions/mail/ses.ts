import { SESClient, SESServiceException, SendEmailCommand } from '@aws-sdk/client-ses'
import { setTimeout } from 'node:timers/promises'
import { type Letter, written } from './letter.ts'

/**
 * Each try once only: after an answer that was lost on its way, a second one would be a second mail. And for ten seconds
 * only, by itself the SDK would wait until Lambda ends the function in the middle of its work.
 */
const ses = new SESClient({
  maxAttempts: 1,
  requestHandler: { requestTimeout: 10_000, throwOnRequestTimeout: true },
})

/** What the mail service made of a mail. Of `unknown`, nobody knows whether it was sent. */
export type Sent = { as: 'sent'; messageId: string } | { as: 'refused' | 'not now' | 'unknown'; why: string }

/**
 * Hands a letter to the mail service. `refused` is what no later try would change, and is about this mail alone: its address
 * cannot be one, or it is not taken (in SES's sandbox: any address that is not verified). `not now` is whatever else SES says:
 * too much at once, SES broken, the whole stage stopped (suspended, paused, without rights, our own address not verified).
 * SES writes addresses into what it says, so `why` is its name and the request's id alone.
 */
export async function sendLetter(
  letter: Letter,
  { email, from, mailId }: { email: string; from: string; mailId: string },
): Promise<Sent> {
  const { text, html } = written(letter)
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  const command = new SendEmailCommand({
    Source: letter.from === undefined ? from : named(letter.from, from),
    Destination: { ToAddresses: [email] },
    ...(letter.replyTo && { ReplyToAddresses: [letter.replyTo] }),
    Message: { Subject: utf8(letter.subject), Body: { Text: utf8(text), Html: utf8(html) } },
    // SES tells of bounces and complaints by its tags.
    Tags: [{ Name: 'mail', Value: mailId }],
  })
  for (let attempt = 1; ; attempt++) {
    try {
      const { MessageId = '' } = await ses.send(command)
      return { as: 'sent', messageId: MessageId }
    } catch (error) {
      const said = sayingOf(error, from)
      if (said.as !== 'not now' || !isThrottle(error) || attempt === attempts) return said
      await setTimeout(200 * 2 ** attempt * Math.random())
    }
  }
}

/** Our address under another name, as a header has it: encoded whenever it is more than plain words. */
function named(name: string, from: string): string {
  const address = from.replaceAll(/^.*<|>$/g, '')
  const isPlain = /^[\w .-]{1,60}$/.test(name)
  if (isPlain) return `"${name}" <${address}>`
  const words: string[] = ['']
  for (const character of name.replaceAll(/\p{Cc}+/gu, ' ')) {
    const last = words.length - 1
    if (Buffer.byteLength(`${words[last]}${character}`) > 42) words.push(character)
    else words[last] += character
  }
  return `${words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')} <${address}>`
}

/** How often a mail is tried at once that came too fast after others; later the queue brings it again. */
const attempts = 4
const isThrottle = (error: unknown) => /^Throttling|TooManyRequests/.test((error as Error).name)

function sayingOf(error: unknown, from: string): Exclude<Sent, { as: 'sent' }> {
  const { name, message } = error as Error
  if (!(error instanceof SESServiceException)) return { as: 'unknown', why: name }
  const why = `${name}, request ${error.$metadata.requestId}`
  return { as: faultOfTheMail.has(name) && !isOfUs(message, from) ? 'refused' : 'not now', why }
}

const faultOfTheMail = new Set(['MessageRejected', 'InvalidParameterValue'])

/** True when SES rejects a mail for what is no fault of it: our own address is not verified, or it lets us send nothing. */
const isOfUs = (message: string, from: string) =>
  message.includes(from.replaceAll(/^.*<|>$/g, '')) || /\bthis account\b/i.test(message)
