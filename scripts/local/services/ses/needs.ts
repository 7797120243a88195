import { type JsonBody, type Need, type Place, textOf } from '../../gate/needs.ts'

type Content = { Raw?: { Data?: string }; Template?: unknown }

/**
 * The permissions to send a mail, or undefined for another operation. `isIdentity` tells which addresses and domains
 * the app has verified: the role must allow the one that the mail is sent from.
 */
export function sesNeeds(
  method: string,
  path: string,
  body: string,
  place: Place,
  isIdentity: (name: string) => boolean,
): Need[] | undefined {
  if (method === 'POST' && path === '/v2/email/outbound-emails')
    return version2(JSON.parse(body) as JsonBody, place, isIdentity)
  if (method === 'POST' && path === '/') return version1(new URLSearchParams(body), place, isIdentity)
  return undefined
}

function version2(body: JsonBody, place: Place, isIdentity: (name: string) => boolean): Need[] {
  const { Raw, Template } = (body.Content ?? {}) as Content
  // IAM still uses the operations of version 1: raw messages and templates are separate actions.
  const action = Raw ? 'ses:SendRawEmail' : Template ? 'ses:SendTemplatedEmail' : 'ses:SendEmail'
  const from = textOf(body.FromEmailAddress) || senderOf(Raw?.Data)
  return sendingNeeds(action, from, textOf(body.ConfigurationSetName), place, isIdentity)
}

function version1(form: URLSearchParams, place: Place, isIdentity: (name: string) => boolean): Need[] | undefined {
  const operation = form.get('Action')
  if (operation !== 'SendEmail' && operation !== 'SendRawEmail') return undefined
  const from = form.get('Source') ?? senderOf(form.get('RawMessage.Data') ?? undefined)
  return sendingNeeds(`ses:${operation}`, from, form.get('ConfigurationSetName') ?? '', place, isIdentity)
}

function sendingNeeds(
  action: string,
  from: string,
  configurationSet: string,
  { region, account }: Place,
  isIdentity: (name: string) => boolean,
): Need[] {
  const arn = (kind: string, name: string) => `arn:aws:ses:${region}:${account}:${kind}/${name}`
  const sender = (/<([^>]*)>/.exec(from)?.[1] ?? from).trim()
  const context = { 'ses:FromAddress': sender }
  const address = sender.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  // A verified domain covers its subdomains.
  const labels = domain.split('.')
  const parents = labels.map((_, index) => labels.slice(index).join('.'))
  const identity = [address, ...parents].find(isIdentity) ?? domain
  const needs = [{ action, resource: arn('identity', identity), context }]
  return configurationSet
    ? [...needs, { action, resource: arn('configuration-set', configurationSet), context }]
    : needs
}

/** The `From` header of a MIME message, which is base64 in the request. */
function senderOf(data: string | undefined): string {
  const head =
    Buffer.from(data ?? '', 'base64')
      .toString('latin1')
      .split(/\r?\n\r?\n/)[0] ?? ''
  return /^from:\s*(.+)$/im.exec(head.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1] ?? ''
}
