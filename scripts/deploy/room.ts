import { gatewayName, region, type Stage } from '#infra/stages.ts'
import { aws } from './aws.ts'
import { routesIn, type Templates } from './templates.ts'

/** What every API of HTTP has. More are given to one that is there, and never to an account. */
const atFirst = 300
const code = 'L-65B5C802'

/** What is missing, as a sentence, and the id of the API that it is missing to, where there is one yet. */
export type NoRoom = { sentence: string; api: string | undefined }

/**
 * Where the gateway of a stage may not have as many routes as it would get: CloudFormation would stop at the first too many.
 * Undefined where they fit, or the command aws does not say.
 */
export async function noRoomFor(wanted: Templates, stage: Stage): Promise<NoRoom | undefined> {
  const routes = Object.values(wanted).flatMap((each) => routesIn(each)).length
  if (routes <= atFirst) return undefined
  const apis = await aws<string[]>('apigatewayv2', 'get-apis', '--query', `Items[?Name=='${gatewayName(stage)}'].ApiId`)
  const quotas = apis && (await aws<[string | null, number][]>('service-quotas', 'list-service-quotas', ...applied))
  if (!quotas) return undefined
  const [api] = apis
  if (!api) return { api, sentence: `The gateway needs ${routes} routes, and a new one may have ${atFirst}.` }
  // What is given to another API names that one.
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
