import type { IncomingMessage } from 'node:http'
import { splitTarget } from '../http.ts'

/** Who signed a request, and for which service, by AWS's Signature Version 4. The signature itself is not checked here. */
export type Caller = { accessKeyId: string; service: string }

const scope = /^(?<accessKeyId>[^/]+)\/\d{8}\/[^/]+\/(?<service>[^/]+)\/aws4_request$/

/** Reads who calls from the header, or from the query of a presigned address. Undefined for an unsigned request. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  const header = /Credential=([^,\s]+)/.exec(request.headers.authorization ?? '')?.[1]
  return parse(header ?? new URLSearchParams(splitTarget(request.url ?? '/').query).get('X-Amz-Credential') ?? '')
}

/** Reads who signed a form that a browser uploads a file with. */
export function callerOfForm(body: Buffer): Caller | undefined {
  return parse(formField(body, 'x-amz-credential') ?? '')
}

/** A text field of a `multipart/form-data` body. The file, which may be anything, comes last in such forms. */
export function formField(body: Buffer, name: string): string | undefined {
  const head = body.subarray(0, 20_000).toString('latin1')
  return new RegExp(`name="${name}"\\r\\n(?:[^\\r\\n]+\\r\\n)*\\r\\n([^\\r\\n]*)`, 'i').exec(head)?.[1]
}

function parse(credential: string): Caller | undefined {
  const { accessKeyId, service } = scope.exec(credential)?.groups ?? {}
  return accessKeyId && service ? { accessKeyId, service } : undefined
}
