import type { Clock, Mail } from '../../types.ts'
import { rawMail, SesError, simpleMail } from './ses-mail.ts'

/** The mail of a v1 call: a form with `Action`, whose lists are written as `….member.1`. */
export async function mailInQuery(query: URLSearchParams, clock: Clock): Promise<Mail> {
  const parameter = (name: string) => query.get(name) ?? undefined
  const list = (name: string) =>
    [...query].filter(([each]) => each.startsWith(`${name}.member.`)).map(([, value]) => value)
  const action = query.get('Action')
  const set = parameter('ConfigurationSetName')
  if (action === 'SendRawEmail') {
    const mail = await rawMail(query.get('RawMessage.Data') ?? '', parameter('Source'), list('Destinations'), set)
    return { ...mail, tags: tagsIn(query) }
  }
  if (action !== 'SendEmail') {
    throw new SesError('InvalidAction', `The local mail does not know ${action ?? 'a call without an action'}.`)
  }
  const text = parameter('Message.Body.Text.Data')
  const html = parameter('Message.Body.Html.Data')
  const letter = {
    from: query.get('Source') ?? '',
    to: list('Destination.ToAddresses'),
    cc: list('Destination.CcAddresses'),
    replyTo: list('ReplyToAddresses'),
    subject: query.get('Message.Subject.Data') ?? '',
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
  }
  return simpleMail(letter, list('Destination.BccAddresses'), set, clock.now())
}

/**
 * `Tags.member.1.Name` and `.Value`, and so on. SES only accepts letters, digits, `-` and `_`, and rejects a mail with
 * other characters.
 */
function tagsIn(query: URLSearchParams): Record<string, string> {
  const tags = [...query]
    .filter(([name]) => /^Tags\.member\.\d+\.Name$/.test(name))
    .map(([name, tag]) => [tag, query.get(name.replace(/Name$/, 'Value')) ?? ''] as const)
  const invalidTag = tags.flat().find((text) => !/^[\w-]{1,256}$/.test(text))
  if (invalidTag !== undefined) throw new SesError('InvalidParameterValue', `Invalid tag: ${invalidTag}`)
  return Object.fromEntries(tags)
}
