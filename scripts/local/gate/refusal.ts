import type { ServerResponse } from 'node:http'
import { escapeHtml } from '../escaped.ts'

/** The protocol of an AWS service, which determines the format of its errors. */
export type Protocol = 'json' | 'rest-json' | 's3' | 'query'

export type Refusal = { code: string; message: string; status?: number; reasons?: { Code: string; Message?: string }[] }

/** Responds with an error in the format of the service, so that the SDK throws an error with this name. */
export function refuse(
  response: ServerResponse,
  protocol: Protocol,
  { code, message, reasons, status }: Refusal,
): void {
  const send = (status: number, type: string, body: string, headers = {}): void => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
    response.end(response.req.method === 'HEAD' ? undefined : body)
  }
  switch (protocol) {
    case 'json':
      return send(
        status ?? 400,
        'application/x-amz-json-1.0',
        JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message, CancellationReasons: reasons }),
      )
    case 'rest-json':
      return send(status ?? 403, 'application/json', JSON.stringify({ message }), { 'x-amzn-errortype': code })
    case 's3':
      return send(
        status ?? 403,
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${s3Names[code] ?? code}</Code><Message>${escapeHtml(message)}</Message></Error>`,
      )
    case 'query':
      return send(
        status ?? 403,
        'text/xml',
        `<ErrorResponse><Error><Type>Sender</Type><Code>${queryNames[code] ?? code}</Code><Message>${escapeHtml(message)}</Message></Error></ErrorResponse>`,
      )
  }
}

const s3Names: Record<string, string> = {
  AccessDeniedException: 'AccessDenied',
  MissingAuthenticationToken: 'AccessDenied',
  UnrecognizedClientException: 'InvalidAccessKeyId',
}
const queryNames: Record<string, string> = {
  AccessDeniedException: 'AccessDenied',
  UnrecognizedClientException: 'InvalidClientTokenId',
}
