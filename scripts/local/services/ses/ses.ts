import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { wholeBody } from '../s3/body.ts'
import type { Clock, Handle, Mail } from '../../types.ts'
import { escapeHtml } from '../../escaped.ts'
import { badRequest, SesError } from './ses-mail.ts'
import { mailInQuery } from './ses-query.ts'
import { mailInJson } from './ses-v2.ts'

// SES's limits for a mail in each version; in the request, base64 adds a third, and a form half as much again.
const largest = { v1: 10_485_760, v2: 41_943_040 }

/** SES's own APIs for sending: v2 as REST, and v1 as a query API. `send` returns the id of the mail. */
export function sesHandler(send: (mail: Mail) => Promise<string>, clock: Clock): Handle {
  return async (request, response, path) => {
    const isQuery = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '')
    try {
      const maxBytes = isQuery ? largest.v1 : largest.v2
      const body = await wholeBody(request, 1.5 * maxBytes, () =>
        badRequest(`Message length is more than ${maxBytes} bytes long.`),
      )
      if (isQuery) {
        const query = new URLSearchParams(body.toString())
        const mail = await mailInQuery(query, clock)
        sentXml(response, String(query.get('Action')), await send(mail))
      } else if (request.method === 'POST' && path.split('?')[0] === '/v2/email/outbound-emails') {
        json(response, 200, { MessageId: await send(await mailInJson(body, clock)) })
      } else {
        throw new SesError('NotFoundException', `The local mail does not know ${request.method} ${path}.`)
      }
    } catch (thrown) {
      request.resume()
      const error = thrown instanceof SesError ? thrown : new SesError('InternalServiceErrorException', String(thrown))
      const status = error.name === 'NotFoundException' ? 404 : error.name.startsWith('Internal') ? 500 : 400
      if (isQuery) refusedXml(response, status, inVersion1(error))
      else json(response, status, { message: error.message }, error.name)
    }
  }
}

/** Version 1 has its own error code for an invalid request. */
const inVersion1 = ({ name, message }: SesError) =>
  new SesError(name === 'BadRequestException' ? 'InvalidParameterValue' : name, message)

function json(response: ServerResponse, status: number, body: object, error?: string): void {
  const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() }
  response.writeHead(status, error ? { ...headers, 'x-amzn-errortype': error } : headers).end(JSON.stringify(body))
}

const namespace = 'xmlns="http://ses.amazonaws.com/doc/2010-12-01/"'

function sentXml(response: ServerResponse, action: string, id: string): void {
  const result = `<${action}Result><MessageId>${id}</MessageId></${action}Result>`
  const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`
  response
    .writeHead(200, { 'content-type': 'text/xml' })
    .end(`<${action}Response ${namespace}>${result}${metadata}</${action}Response>`)
}

function refusedXml(response: ServerResponse, status: number, { name, message }: Error): void {
  const error = `<Error><Type>Sender</Type><Code>${name}</Code><Message>${escapeHtml(message)}</Message></Error>`
  response
    .writeHead(status, { 'content-type': 'text/xml' })
    .end(`<ErrorResponse ${namespace}>${error}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`)
}
