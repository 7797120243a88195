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

function parse(credential: string): Caller | undefined {
  const { accessKeyId, service } = scope.exec(credential)?.groups ?? {}
  return accessKeyId && service ? { accessKeyId, service } : undefined
}
