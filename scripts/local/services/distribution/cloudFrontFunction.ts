import { randomBytes } from 'node:crypto'
import { createContext, Script } from 'node:vm'
import type { HttpRequest, HttpResponse } from '../../http.ts'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import type { Assembly, Resource } from '../../types.ts'
import { StartError } from '../../startError.ts'

/** Runs a CloudFront Function on an event; returns the request or response that it returns. */
export type ViewerFunction = (event: CloudFrontEvent) => CloudFrontRequest | CloudFrontResponse

type Values = Record<string, { value: string; multiValue?: { value: string }[] }>
export type CloudFrontRequest = { method: string; uri: string; querystring: Values; headers: Values; cookies: Values }
export type CloudFrontResponse = {
  statusCode: number
  statusDescription?: string
  headers?: Values
  cookies?: Record<string, { value: string; attributes?: string }>
  body?: string | { encoding: 'text' | 'base64'; data: string }
}
type CloudFrontEvent = {
  version: '1.0'
  context: { distributionDomainName: string; distributionId: string; eventType: string; requestId: string }
  viewer: { ip: string }
  request: CloudFrontRequest
}

// Far more than CloudFront's compute limit, and enough to stop an endless loop.
const TIMEOUT = 500

/**
 * A CloudFront Function of the assembly, evaluated unchanged. It has what CloudFront provides: no timers, no network,
 * no eval. Event and result are passed as JSON, so it cannot access anything of this process.
 */
export function viewerFunction(assembly: Assembly, resource: Resource): ViewerFunction {
  const { FunctionCode, FunctionConfig } = assembly.resolve<{
    FunctionCode: string
    FunctionConfig: { KeyValueStoreAssociations?: unknown[] }
  }>(resource.stack, resource.properties)
  const knownProperties = ['AutoPublish', 'FunctionCode', 'FunctionConfig', 'FunctionMetadata', 'Name', 'Tags']
  rejectUnknownProperties(resource.properties, knownProperties, describeResource(resource))
  if (FunctionConfig.KeyValueStoreAssociations?.length) {
    throw new StartError(
      `The CloudFront Function ${resource.logicalId} uses a key value store, which the local distribution has not.`,
    )
  }
  const context = createContext(Object.create(null) as object, { codeGeneration: { strings: false, wasm: false } })
  try {
    new Script(FunctionCode, { filename: `${resource.logicalId}.js` }).runInContext(context, { timeout: TIMEOUT })
  } catch (error) {
    throw new StartError(`The CloudFront Function ${resource.logicalId} does not run: ${(error as Error).message}`, {
      cause: error,
    })
  }
  const call = new Script('JSON.stringify(handler(JSON.parse(event)))')
  return (event) => {
    Object.assign(context, { event: JSON.stringify(event) })
    return JSON.parse(String(call.runInContext(context, { timeout: TIMEOUT }))) as
      | CloudFrontRequest
      | CloudFrontResponse
  }
}

/** The event of a viewer request. CloudFront passes query and cookies on as sent, undecoded. */
export function viewerEvent(
  request: HttpRequest,
  distributionId: string,
  distributionDomainName: string,
): CloudFrontEvent {
  const { cookie, ...headers } = request.headers
  return {
    version: '1.0',
    context: {
      distributionDomainName,
      distributionId,
      eventType: 'viewer-request',
      requestId: randomBytes(42).toString('base64url'),
    },
    viewer: { ip: '127.0.0.1' },
    request: {
      method: request.method,
      uri: request.path,
      querystring: readPairs(request.query, '&'),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      cookies: readPairs(cookie ?? '', /; */),
    },
  }
}

/** The request as changed by the function, which cannot change the method or the body. */
export function changedRequest(request: HttpRequest, result: CloudFrontRequest): HttpRequest {
  const cookie = writePairs(result.cookies, '; ')
  const headers = Object.entries(result.headers).map(([name, { value }]) => [name.toLowerCase(), value])
  return {
    ...request,
    path: result.uri,
    query: writePairs(result.querystring, '&'),
    headers: { ...Object.fromEntries(headers), ...(cookie && { cookie }) },
  }
}

/** The response that the function generates itself. */
export function functionAnswer({
  statusCode,
  headers = {},
  cookies = {},
  body = '',
}: CloudFrontResponse): HttpResponse {
  const set = Object.entries(cookies).map(
    ([name, { value, attributes }]) => `${name}=${value}${attributes ? `; ${attributes}` : ''}`,
  )
  return {
    status: statusCode,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name.toLowerCase(), value])),
      ...(set.length > 0 && { 'set-cookie': set }),
    },
    body:
      typeof body === 'string'
        ? Buffer.from(body)
        : Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8'),
  }
}

function readPairs(text: string, separator: string | RegExp): Values {
  const values: Values = {}
  for (const pair of text.split(separator).filter(Boolean)) {
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    const value = equals < 0 ? '' : pair.slice(equals + 1)
    const previous = values[name]
    values[name] = previous
      ? { ...previous, multiValue: [...(previous.multiValue ?? [{ value: previous.value }]), { value }] }
      : { value }
  }
  return values
}

function writePairs(values: Values, separator: string): string {
  const pairs = Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((entry) => (entry.value === '' ? name : `${name}=${entry.value}`)),
  )
  return pairs.join(separator)
}
