import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Handle } from '../../types.ts'
import { listPage, messagePage, missingPage } from './html.ts'
import type { Mailbox } from './mailbox.ts'

/**
 * The mailbox for people and tests: `/` the list, `/messages.json` the same as data (both accept `?to=`), `/<id>` one
 * mail, `/<id>/raw` its source, `/<id>/<number>` one of its attachments.
 */
export function pageHandler(mailbox: Mailbox): Handle {
  return async (request, response, path) => {
    const [pathname = '/'] = path.split('?')
    const [fullPath = '', search = ''] = (request.url ?? '/').split('?')
    // Links are absolute, because the list's own URL may or may not end in a slash.
    const base = fullPath.endsWith(pathname)
      ? fullPath.slice(0, fullPath.length - pathname.length)
      : fullPath.replace(/\/$/, '')
    const to = new URLSearchParams(search).get('to') ?? ''
    const nonce = randomBytes(16).toString('base64')
    const html = (status: number, text: string) => reply(response, status, 'text/html; charset=utf-8', text, nonce)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return html(405, missingPage(base))
    }
    if (pathname === '/' || pathname === '') return html(200, listPage(base, mailbox.messages({ to }), to, nonce))
    if (pathname === '/messages.json') {
      return reply(response, 200, 'application/json', JSON.stringify(mailbox.messages({ to })), nonce)
    }
    const [, id = '', part] = /^\/([\w-]+)(?:\/(raw|\d+))?$/.exec(pathname) ?? []
    const message = mailbox.get(id)
    const email = await mailbox.whole(id)
    if (!message || !email) return html(404, missingPage(base))
    if (part === 'raw') return reply(response, 200, 'text/plain; charset=utf-8', mailbox.raw(id) ?? '', nonce)
    if (part === undefined) return html(200, messagePage(base, message, email.headers))
    const attachment = email.attachments[Number(part)]
    if (!attachment) return html(404, missingPage(base))
    const { filename, mimeType, content } = attachment
    // Always a download: the content of a mail is never shown as a page of this origin.
    response.setHeader(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(filename ?? 'unnamed')}`,
    )
    return reply(response, 200, mimeType, Buffer.from(content as ArrayBuffer), nonce)
  }
}

function reply(response: ServerResponse, status: number, type: string, body: string | Buffer, nonce: string): void {
  response
    .writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // Also applies to the HTML of a mail, which is shown in a frame: no scripts, nothing from elsewhere.
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "style-src 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    })
    .end(body)
}
