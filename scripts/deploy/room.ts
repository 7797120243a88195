import { gatewayName, region, type Stage } from '#infra/stages.ts'
import { aws } from './aws.ts'
import { routesIn, type Templates } from './templates.ts'

/** The default quota of an HTTP API. It can be raised for an existing API, never for the account. */
const atFirst = 300
const code = 'L-65B5C802'

/** The problem as a sentence, and the id of the API that needs a higher quota, if it exists yet. */
export type NoRoom = { sentence: string; api: string | undefined }

/**
 * Whether the stage's gateway would exceed its quota of routes, at which CloudFormation would stop half-way. Undefined if the
 * routes fit, or the `aws` command cannot tell.
 */
export async function noRoomFor(wanted: Templates, stage: Stage): Promise<NoRoom | undefined> {
  const routes = Object.values(wanted).flatMap((each) => routesIn(each)).length
  if (routes <= atFirst) return undefined
  const apis = await aws<string[]>('apigatewayv2', 'get-apis', '--query', `Items[?Name=='${gatewayName(stage)}'].ApiId`)
  const quotas = apis && (await aws<[string | null, number][]>('service-quotas', 'list-service-quotas', ...applied))
  if (!quotas) return undefined
  const [api] = apis
  if (!api) return { api, sentence: `The gateway needs ${routes} routes, and a new one may have ${atFirst}.` }
  // An increase for another API has that API's id.
  const own = quotas.filter(([of]) => of === null || of === '*' || of.endsWith(api)).map(([, most]) => most)
  const most = Math.max(atFirst, ...own)
  if (routes <= most) return undefined
  return {
    api,
    sentence: `The gateway ${api} may have ${most} routes, and needs ${routes}: ask in Service Quotas for 1,000 "Routes per HTTP API" (${code}) for the resource arn:aws:apigateway:${region}::/apis/${api}, and deploy again once they are given.`,
  }
}

const applied = [
  ...['--service-code', 'apigateway', '--quota-code', code, '--quota-applied-at-level', 'ALL'],
  ...['--query', 'Quotas[].[QuotaContext.ContextId, Value]'],
]
