import { gatewayName, region, type Stage } from '#infra/stages.ts'
import { aws } from './aws.ts'
import { routesIn, type Templates } from './templates.ts'

/** The default quota of routes per HTTP API. AWS raises it for an existing API, never for the account. */
const defaultQuota = 300
const quotaCode = 'L-65B5C802'

/** The missing quota as a sentence, and the id of the API that needs it, if the API already exists. */
export type MissingQuota = { sentence: string; api: string | undefined }

/**
 * Checks whether the gateway of a stage may have as many routes as planned; otherwise CloudFormation would fail at the
 * first one above the quota. Undefined if they fit, or if the AWS CLI cannot tell.
 */
export async function missingQuotaFor(templates: Templates, stage: Stage): Promise<MissingQuota | undefined> {
  const routes = Object.values(templates).flatMap((each) => routesIn(each)).length
  if (routes <= defaultQuota) return undefined
  const apis = await aws<string[]>('apigatewayv2', 'get-apis', '--query', `Items[?Name=='${gatewayName(stage)}'].ApiId`)
  const quotas = apis && (await aws<[string | null, number][]>('service-quotas', 'list-service-quotas', ...queryArgs))
  if (!quotas) return undefined
  const [api] = apis
  if (!api) return { api, sentence: `The gateway needs ${routes} routes, but a new one may only have ${defaultQuota}.` }
  // A quota that was raised for a specific API contains its id.
  const applicableLimits = quotas
    .filter(([scope]) => scope === null || scope === '*' || scope.endsWith(api))
    .map(([, limit]) => limit)
  const maxRoutes = Math.max(defaultQuota, ...applicableLimits)
  if (routes <= maxRoutes) return undefined
  return {
    api,
    sentence: `The gateway ${api} may have ${maxRoutes} routes, but needs ${routes}: in Service Quotas, request 1,000 "Routes per HTTP API" (${quotaCode}) for the resource arn:aws:apigateway:${region}::/apis/${api}, and deploy again once that is granted.`,
  }
}

const queryArgs = [
  ...['--service-code', 'apigateway', '--quota-code', quotaCode, '--quota-applied-at-level', 'ALL'],
  ...['--query', 'Quotas[].[QuotaContext.ContextId, Value]'],
]
