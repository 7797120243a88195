import type { IncomingMessage } from 'node:http'
import { splitTarget } from '../http.ts'

/**
 * The access key and the service of a request signed with AWS's Signature Version 4. The signature itself is not
 * checked here.
 */
export type Caller = { accessKeyId: string; service: string }

const scope = /^(?<accessKeyId>[^/]+)\/\d{8}\/[^/]+\/(?<service>[^/]+)\/aws4_request$/

/** Reads the caller from the header, or from the query of a presigned URL. Undefined for an unsigned request. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  const header = /Credential=([^,\s]+)/.exec(request.headers.authorization ?? '')?.[1]
  return parse(header ?? new URLSearchParams(splitTarget(request.url ?? '/').query).get('X-Amz-Credential') ?? '')
}

function parse(credential: string): Caller | undefined {
  const { accessKeyId, service } = scope.exec(credential)?.groups ?? {}
  return accessKeyId && service ? { accessKeyId, service } : undefined
}
