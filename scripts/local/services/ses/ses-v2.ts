import * as z from 'zod/mini'
import type { Clock, Mail } from '../../types.ts'
import { badRequest, rawMail, simpleMail } from './ses-mail.ts'

const text = z.object({ Data: z.string() })
const addresses = z.optional(z.array(z.string()))
// Strict where ignoring a property would change the mail: templates, attachments, more headers.
const sendEmail = z.object({
  FromEmailAddress: z.optional(z.string()),
  Destination: z.optional(z.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })),
  ReplyToAddresses: addresses,
  ConfigurationSetName: z.optional(z.string()),
  Content: z.strictObject({
    Raw: z.optional(z.object({ Data: z.string() })),
    Simple: z.optional(
      z.strictObject({ Subject: text, Body: z.object({ Text: z.optional(text), Html: z.optional(text) }) }),
    ),
  }),
})

/** The mail of a v2 `SendEmail` call. */
export async function mailInJson(body: Buffer, clock: Clock): Promise<Mail> {
  const { Content, Destination, FromEmailAddress, ReplyToAddresses, ConfigurationSetName } = parsed(body)
  const { ToAddresses: to = [], CcAddresses: cc = [], BccAddresses: bcc = [] } = Destination ?? {}
  const { Raw: raw, Simple: simple } = Content
  if (raw) return rawMail(raw.Data, FromEmailAddress, [...to, ...cc, ...bcc], ConfigurationSetName)
  if (!simple) throw badRequest('Content must be Raw or Simple.')
  const { Html: html, Text: textPart } = simple.Body
  const letter = {
    from: FromEmailAddress ?? '',
    to,
    cc,
    replyTo: ReplyToAddresses ?? [],
    subject: simple.Subject.Data,
    ...(textPart ? { text: textPart.Data } : {}),
    ...(html ? { html: html.Data } : {}),
  }
  return simpleMail(letter, bcc, ConfigurationSetName, clock.now())
}

function parsed(body: Buffer): z.infer<typeof sendEmail> {
  let json: unknown
  try {
    json = JSON.parse(body.toString())
  } catch {
    throw badRequest('The body is not JSON.')
  }
  const result = z.safeParse(sendEmail, json)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const unknownKeys =
    issue?.code === 'unrecognized_keys' ? `: the local mail does not know ${issue.keys.join(', ')}` : ''
  throw badRequest(`Invalid ${issue?.path.join('.') || 'request'}${unknownKeys}.`)
}
