import PostalMime, { addressParser } from 'postal-mime'
import type { Mail } from '../../types.ts'
import { type MailMessage, mime } from './mime.ts'

/** An error in SES's format. */
export class SesError extends Error {
  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

export const badRequest = (message: string) => new SesError('BadRequestException', message)

/** A mail for which SES creates the MIME; `bcc` recipients are not named in it. */
export function simpleMail(letter: MailMessage, bcc: string[], configurationSet: string | undefined, at: number): Mail {
  const { from, to, cc = [] } = letter
  if (!from) throw badRequest('Missing required header: From.')
  return withSet({ from, to: recipients([...to, ...cc, ...bcc]), raw: mime(letter, at) }, configurationSet)
}

/**
 * A mail sent as MIME, to the recipients of the request, or else of its headers; without its Bcc header, so that its
 * recipients stay hidden.
 * @param base64 the MIME
 */
export async function rawMail(
  base64: string,
  from: string | undefined,
  to: string[],
  configurationSet: string | undefined,
): Promise<Mail> {
  const raw = Buffer.from(base64, 'base64').toString('utf8')
  const email = await PostalMime.parse(raw)
  const addresses = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])]
  const headerAddresses = addresses.flatMap((each) => each.group ?? [each]).map(({ address }) => address)
  const sender = from ?? email.from?.address
  if (!sender) throw badRequest('Missing required header: From.')
  const end = /\r?\n\r?\n/.exec(raw)?.index ?? raw.length
  const head = raw.slice(0, end).replace(/^bcc:.*(?:\r?\n[ \t].*)*(?:\r?\n|$)/gim, '')
  const mail = { from: sender, to: recipients(to.length ? to : headerAddresses), raw: head.trimEnd() + raw.slice(end) }
  return withSet(mail, configurationSet)
}

/** The bare addresses, of which SES allows fifty. */
function recipients(list: string[]): string[] {
  const bareAddresses = list
    .flatMap((each) => addressParser(each, { flatten: true }))
    .map(({ address = '' }) => address)
  if (bareAddresses.length === 0) throw badRequest('There are no recipients.')
  if (bareAddresses.some((each) => !/^[^\s@<>]+@[^\s@<>]+$/.test(each))) throw badRequest('Illegal address')
  if (bareAddresses.length > 50) throw badRequest('Recipient count exceeds 50.')
  return [...new Set(bareAddresses)]
}

const withSet = (mail: Mail, configurationSet: string | undefined): Mail =>
  configurationSet === undefined ? mail : { ...mail, configurationSet }
