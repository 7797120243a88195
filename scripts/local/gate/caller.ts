import type { IncomingMessage } from 'node:http'
import { splitTarget } from '../http.ts'

/**
 * The access key, the session token and the service of a request signed with AWS's Signature Version 4. The signature
 * itself is not checked here.
 */
export type Caller = { accessKeyId: string; sessionToken?: string; service: string }

const scope = /^(?<accessKeyId>[^/]+)\/\d{8}\/[^/]+\/(?<service>[^/]+)\/aws4_request$/

/** Reads the caller from the header, or from the query of a presigned URL. Undefined for an unsigned request. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  const { headers, url = '/' } = request
  const header = /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1]
  const query = new URLSearchParams(splitTarget(url).query)
  const { accessKeyId, service } = scope.exec(header ?? query.get('X-Amz-Credential') ?? '')?.groups ?? {}
  if (!accessKeyId || !service) return undefined
  const sessionToken = header ? headers['x-amz-security-token'] : query.get('X-Amz-Security-Token')
  return { accessKeyId, service, ...(typeof sessionToken === 'string' && { sessionToken }) }
}
