import {
  BodyTooLarge,
  type HttpResponse,
  joinedHeaders,
  jsonResponse,
  readBody,
  send,
  splitTarget,
} from '../../http.ts'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import type { Assembly, Clock, Handle, Invoke } from '../../types.ts'
import { httpResponse } from '../http-api/httpResponse.ts'
import { requirePermission } from '../lambda/permission.ts'
import { httpEvent, newRequestId } from '../http-api/event.ts'
import { StartError } from '../../startError.ts'

type Options = { assembly: Assembly; invoke: Invoke; clock: Clock }

const LIMIT = 6 * 1024 * 1024
const forbidden = jsonResponse(403, { Message: 'Forbidden' })

/**
 * The function URLs of the assembly, each under `/<logical id of the AWS::Lambda::Url>/`. Those of AuthType NONE are
 * open to everyone; those of AuthType AWS_IAM are refused, since no local caller has an AWS signature.
 */
export function functionUrls({ assembly, invoke, clock }: Options): Handle {
  const urls = new Map(
    assembly.ofType('AWS::Lambda::Url').map((url) => {
      const {
        AuthType,
        InvokeMode = 'BUFFERED',
        TargetFunctionArn,
      } = assembly.resolve<{ AuthType: string; InvokeMode?: string; TargetFunctionArn: string }>(
        url.stack,
        url.properties,
      )
      rejectUnknownProperties(url.properties, ['AuthType', 'InvokeMode', 'TargetFunctionArn'], describeResource(url))
      const lambda = assembly.byArn(TargetFunctionArn)
      if (InvokeMode !== 'BUFFERED')
        throw new StartError(`${describeResource(url)} streams its answers, which is not done here.`)
      if (!lambda) throw new StartError(`The function URL ${url.logicalId} leads to no function of the assembly.`)
      if (AuthType === 'NONE') requirePermission(assembly, lambda, '*')
      return [url.logicalId, { lambda, open: AuthType === 'NONE', id: url.logicalId.toLowerCase() }]
    }),
  )

  return async (request, response, path) => {
    const [, logicalId = '', ...rest] = path.split('/')
    const url = urls.get(logicalId)
    if (!url?.open) return send(response, forbidden)
    const urlRequest = {
      method: request.method ?? 'GET',
      // Function URLs pass the path on undecoded.
      path: `/${rest.join('/')}`,
      query: splitTarget(request.url ?? '/').query,
      headers: joinedHeaders(request),
    }
    const answer = await readBody(request, LIMIT).then(
      async (body): Promise<HttpResponse> => {
        const event = httpEvent({
          request: { ...urlRequest, body },
          rawPath: urlRequest.path,
          routeKey: '$default',
          account: assembly.account,
          apiId: url.id,
          domainName: `${url.id}.lambda-url.${assembly.region}.on.aws`,
          now: clock.now(),
          requestId: newRequestId(),
        })
        const result = await invoke(url.lambda, event).then(httpResponse, () => undefined)
        return (
          result ?? {
            status: 502,
            headers: { 'content-type': 'application/json' },
            body: Buffer.from('Internal Server Error'),
          }
        )
      },
      (error: unknown) => {
        if (!(error instanceof BodyTooLarge)) throw error
        return jsonResponse(
          413,
          { Message: 'Request must be smaller than 6291456 bytes for the InvokeFunction operation' },
          { connection: 'close' },
        )
      },
    )
    send(response, answer)
  }
}
