import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** A mail to be sent. `calendar`: an iMIP event (RFC 6047) for the reader's calendar app. */
export type Envelope = {
  from: { name: string; address: string }
  to: string
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  calendar?: { method: 'REQUEST' | 'CANCEL'; ics: string } | undefined
  /** Inline pictures, which the HTML refers to as `cid:` and `contentIdOf(fileId)`. */
  pictures?: readonly { fileId: string; type: string; bytes: Uint8Array }[] | undefined
  /** Attachments; names in ASCII. */
  files?: readonly { name: string; type: string; bytes: Uint8Array }[] | undefined
  /** Additional headers, in ASCII. */
  headers?: Readonly<Record<string, string>>
}

/**
 * The mail as a MIME message: UTF-8 in base64, in lines of at most 76 characters. Line breaks and control characters in typed texts become
 * spaces, which prevents header injection.
 */
export function mimeOf({
  from,
  to,
  replyTo,
  subject,
  text,
  html,
  calendar,
  pictures = [],
  files = [],
  headers = {},
}: Envelope): string {
  const alternatives = [
    part('text/plain; charset=UTF-8', text),
    pictures.length === 0
      ? part('text/html; charset=UTF-8', html)
      : multipart('related', [part('text/html; charset=UTF-8', html), ...pictures.map(inlinePart)]),
    ...(calendar ? [part(`text/calendar; charset=UTF-8; method=${calendar.method}`, calendar.ics)] : []),
  ]
  const body = multipart('alternative', alternatives)
  const attachments = [
    ...(calendar ? [part('application/ics; name="invite.ics"', calendar.ics, attachmentHeader('invite.ics'))] : []),
    ...files.map(({ name, type, bytes }) => part(`${type}; name="${name}"`, bytes, attachmentHeader(name))),
  ]
  return [
    `From: ${mailbox(from)}`,
    `To: ${asciiAddress(to)}`,
    ...(replyTo === undefined ? [] : [`Reply-To: ${asciiAddress(replyTo)}`]),
    `Subject: ${headerText(subject, 'Subject: '.length)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${oneLine(value)}`),
    'MIME-Version: 1.0',
    attachments.length > 0 ? multipart('mixed', [body, ...attachments]) : body,
    '',
  ].join('\r\n')
}

/** The Content-ID of an inline picture (RFC 2392). */
export const contentIdOf = (fileId: string): string => `${fileId}@touchline`

const inlinePart = ({ fileId, type, bytes }: { fileId: string; type: string; bytes: Uint8Array }) =>
  part(type, bytes, `Content-ID: <${contentIdOf(fileId)}>`, 'Content-Disposition: inline')

const attachmentHeader = (name: string) => `Content-Disposition: attachment; filename="${name}"`

function part(type: string, content: string | Uint8Array, ...extraHeaders: string[]): string {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  return [`Content-Type: ${type}`, ...extraHeaders, 'Content-Transfer-Encoding: base64', '', ...lines].join('\r\n')
}

function multipart(kind: 'alternative' | 'mixed' | 'related', parts: readonly string[]): string {
  const boundary = `=_${randomBytes(18).toString('hex')}`
  const sections = parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${sections}--${boundary}--`
}

const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .toWellFormed()
    .trim()

/** The address with its domain in ASCII (Punycode). */
export function asciiAddress(address: string): string {
  const cleaned = oneLine(address).replaceAll(/[<>\s,;"]/g, '')
  const at = cleaned.lastIndexOf('@')
  const domain = domainToASCII(cleaned.slice(at + 1))
  return domain === '' ? cleaned : `${cleaned.slice(0, at)}@${domain}`
}

const mailbox = ({ name, address }: Envelope['from']) =>
  /^[\w .-]{1,60}$/.test(name)
    ? `"${name}" <${asciiAddress(address)}>`
    : `${encodedWords(name, 6)}\r\n <${asciiAddress(address)}>`

const isPlain = (text: string) => text.length <= 60 && /^[\x20-\x7e]*$/.test(text) && !text.includes('=?')
const headerText = (text: string, usedLength: number) =>
  isPlain(oneLine(text)) ? oneLine(text) : encodedWords(text, usedLength)

/** RFC 2047: encoded words of at most 75 characters, split between whole characters, on folded lines. */
function encodedWords(text: string, usedLength: number): string {
  // 42 bytes are 56 characters of base64 and a word of 68. The header's name takes some of the first line.
  const all: string[] = ['']
  for (const character of oneLine(text)) {
    const last = all.length - 1
    const room = last === 0 ? 42 - usedLength : 42
    if (Buffer.byteLength(`${all[last]}${character}`) > room) all.push(character)
    else all[last] += character
  }
  return all.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}
