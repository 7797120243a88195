import { randomUUID } from 'node:crypto'
import { addressParser } from 'postal-mime'

/** The contents of a mail. Addresses may include a name: `Touchline <hello@touchline.example>`. */
export type MailMessage = {
  from: string
  to: string[]
  cc?: string[]
  replyTo?: string[]
  subject: string
  text?: string
  html?: string
}

/**
 * The MIME text of a mail, in UTF-8, with base64 where ASCII is not enough. A line break in a subject or an address
 * becomes a space, so that user input cannot inject headers.
 * @param at when it is sent, in milliseconds since 1970
 */
export function mime(letter: MailMessage, at: number): string {
  const parts = [
    letter.text === undefined ? undefined : part('text/plain', letter.text),
    letter.html === undefined ? undefined : part('text/html', letter.html),
  ].filter((each) => each !== undefined)
  return [
    `From: ${addresses([letter.from])}`,
    `To: ${addresses(letter.to)}`,
    ...(letter.cc?.length ? [`Cc: ${addresses(letter.cc)}`] : []),
    ...(letter.replyTo?.length ? [`Reply-To: ${addresses(letter.replyTo)}`] : []),
    `Subject: ${encodedWords(letter.subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@touchline.local>`,
    'MIME-Version: 1.0',
    parts.length > 1 ? alternative(parts) : (parts[0] ?? part('text/plain', '')),
  ].join('\r\n')
}

const part = (type: string, content: string) =>
  [
    `Content-Type: ${type}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? ['']),
  ].join('\r\n')

function alternative(parts: string[]): string {
  const boundary = `part-${randomUUID()}`
  const opening = parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')
  return `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${opening}--${boundary}--\r\n`
}

const addresses = (list: string[]) =>
  list
    .flatMap((each) => addressParser(oneLine(each), { flatten: true }))
    .map(({ name, address = '' }) => {
      const bareAddress = address.replace(/[<>\s]/g, '')
      return name ? `${/^[\w .-]+$/.test(name) ? `"${name}"` : encodedWords(name, true)} <${bareAddress}>` : bareAddress
    })
    .join(',\r\n ')

/** RFC 2047: encoded words of at most 75 characters, split between whole characters, on folded lines. */
function encodedWords(value: string, isAlwaysEncoded = false): string {
  const line = oneLine(value)
  // With 60 characters, even the longest of our headers stays below the limit of 78 per line.
  if (!isAlwaysEncoded && line.length <= 60 && /^[\x20-\x7e]*$/.test(line) && !line.includes('=?')) return line
  const chunks = ['']
  for (const character of line) {
    const last = chunks.length - 1
    // 42 bytes are 56 characters of base64: a word of 68, and with `Subject: ` before it a line of 77.
    if (Buffer.byteLength(`${chunks[last]}${character}`) > 42) chunks.push(character)
    else chunks[last] += character
  }
  return chunks.map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`).join('\r\n ')
}

const oneLine = (value: string) => value.replace(/\p{Cc}+/gu, ' ').trim()
