import { type App, CfnOutput, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  type CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Functions } from '#functions/registry.ts'
import type { Area, Route } from '#shared/api/route.ts'
import { type Can, isByLink, isOpen } from '#shared/permissions.ts'
import { alarm, fiveMinutes } from './alarms.ts'
import type { Data } from './data.ts'
import type { SignIn } from './identity.ts'
import { createWebSocketApi, type WebSockets } from './webSockets.ts'
import { triggeredBy } from './registry.ts'
import { gatewayName, region, type Stage, stackName } from './stages.ts'

/** A route that needs no token. */
type OpenRoute = { key: string; route: HttpRoute; can: Can }
type ApiProps = {
  registry: Functions
  areas: Readonly<Record<string, Area>>
  /** The function of each area, by its registry name. */
  functions: ReadonlyMap<string, IFunction>
  data: Data
  signIn: SignIn
  build: string
}

/**
 * One gateway route per line of the contract, each to the function of its area. No CORS: the web is on the same origin.
 * Beside it, the WebSocket API, by which devices are notified of changes. The routes of who is signed in have two stacks of their own,
 * for CloudFormation takes 500 resources in one; those that are open to anyone stand with the stage, whose settings name them.
 */
export function apiStack(
  app: App,
  stage: Stage,
  { registry, areas, functions, data, signIn, build }: ApiProps,
): { api: HttpApi; webSockets: WebSockets | undefined } {
  const stack = new Stack(app, stackName(stage, 'api'), { env: { region } })
  const api = new HttpApi(stack, 'Api', {
    apiName: gatewayName(stage),
    createDefaultStage: false,
    description: `Touchline ${stage.name}`,
  })
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${signIn.pool.userPoolId}`
  const clients = [signIn.client, ...(signIn.passkeys ? [signIn.passkeys.client] : [])]
  const signedIn = new HttpJwtAuthorizer('SignedIn', issuer, {
    jwtAudience: clients.map(({ userPoolClientId }) => userPoolClientId),
  })

  const firstRoutes = new Stack(app, stackName(stage, 'routes'), { env: { region } })
  const moreRoutes = new Stack(app, stackName(stage, 'more-routes'), { env: { region } })
  const openRoutes = new Map<string, OpenRoute>()
  for (const [name, record] of triggeredBy('api', registry)) {
    const lambda = functions.get(name)
    if (!lambda) continue
    // Assigned by name, so that a route never moves from one stack to the other.
    const routes = name < 'm' ? firstRoutes : moreRoutes
    for (const open of addRoutes(api, areas[record.on.api] ?? {}, { name, lambda, routes, signedIn }))
      openRoutes.set(open.key, open)
  }
  for (const { key, route } of openRoutes.values()) {
    const reason = `The contract opens ${key} to anyone.`
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason })
  }

  const [tokenFunction] = triggeredBy('token', registry)
  addStage(stack, api, stage, openRoutes, forTokens(api, tokenFunction && functions.get(tokenFunction[0])))
  watchApi(stack, api, data.topic)
  new CfnOutput(stack, 'ApiEndpoint', { value: api.apiEndpoint })
  return { api, webSockets: createWebSocketApi(stack, stage, { registry, data, build }) }
}

type AreaFunction = { name: string; lambda: IFunction; routes: Stack; signedIn: HttpJwtAuthorizer }

/** Adds the routes of an area: those of who is signed in to the stack `routes`, the others to that of the API; returns the latter. */
function addRoutes(api: HttpApi, area: Area, { name, lambda, routes, signedIn }: AreaFunction): OpenRoute[] {
  // One permission for the whole API: one per route would add two hundred resources. The resources of an integration
  // are created in the stack of its first route.
  const integrationOf = (id: string) => new HttpLambdaIntegration(id, lambda, { scopePermissionToRoute: false })
  const [openIntegration, signedInIntegration] = [integrationOf(`${name}-open`), integrationOf(name)]
  return Object.entries<Route>(area).flatMap(([key, { can }]) => {
    const [method, contractPath] = key.split(' ') as [HttpMethod, string]
    // API Gateway rejects a path that ends in a slash; `size.js` strips it from requests.
    const path = contractPath.replace(/\/$/, '')
    if (isOpen(can))
      return api
        .addRoutes({ path, methods: [method], integration: openIntegration })
        .map((route) => ({ key: `${method} ${path}`, route, can }))
    new HttpRoute(routes, key.replaceAll('/', '.'), {
      httpApi: api,
      routeKey: HttpRouteKey.with(path, method),
      integration: signedInIntegration,
      authorizer: signedIn,
    })
    return []
  })
}

/** The route to which the distribution sends requests with an access token: see size.js. */
export const tokenRoute = 'ANY /token/{path+}'

/** The function behind this route checks the token itself, since it is not a token of the user pool. */
function forTokens(api: HttpApi, lambda: IFunction | undefined): HttpRoute[] {
  if (!lambda) return []
  const [, path = ''] = tokenRoute.split(' ')
  const integration = new HttpLambdaIntegration('token', lambda, { scopePermissionToRoute: false })
  const added = api.addRoutes({ path, methods: [HttpMethod.ANY], integration })
  const reason = 'The function looks the token up itself, and answers nobody without one.'
  for (const route of added) Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason })
  return added
}

/**
 * The gateway's only stage, with its throttling and an access log that contains routes but never people, paths or
 * queries.
 * @param open the routes that need no sign-in, by their keys
 * @param forTokens the route for requests with an access token
 */
function addStage(
  stack: Stack,
  api: HttpApi,
  { name, logs, retain, throttle }: Stage,
  open: ReadonlyMap<string, OpenRoute>,
  forTokens: readonly HttpRoute[],
) {
  const logGroup = new LogGroup(stack, 'AccessLog', {
    // AWS services may write to log groups with this prefix without a resource policy for each log group; an account
    // can have ten.
    logGroupName: `/aws/vendedlogs/touchline-${name}-api`,
    retention: logs,
    // A log group of this name left over from a failed stack creation would block the next attempt.
    removalPolicy: retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  })
  const added = api.addStage('Stage', {
    autoDeploy: true,
    throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
    // Per-route metrics are billed, and nothing uses them: alarms and the dashboard use those of the whole API, which
    // are always there.
    detailedMetricsEnabled: false,
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: '$context.requestId',
          time: '$context.requestTime',
          routeKey: '$context.routeKey',
          status: '$context.status',
          latencyMs: '$context.responseLatency',
          functionMs: '$context.integrationLatency',
          bytes: '$context.responseLength',
          refused: '$context.authorizer.error',
          failed: '$context.integrationErrorMessage',
        }),
      ),
    },
  })
  // Nothing tells one caller without a token from another, so a single one could use up what everybody's Today needs.
  // All of them together get a quarter at most, in equal parts; those of links in mail, whose function looks at a signature first and
  // by which families of all clubs answer, another quarter among themselves. These settings stand in place of the stage's as a whole, and
  // are refused for a route that is not there yet.
  const linkRouteCount = [...open.values()].filter(({ can }) => isByLink(can)).length
  const share = (can: Can) => Math.max(10, 4 * (isByLink(can) ? linkRouteCount : open.size - linkRouteCount))
  const settings = (share: number) => ({
    DetailedMetricsEnabled: false,
    // A limit of 0 would let nobody through.
    ThrottlingRateLimit: Math.max(1, Math.floor(throttle.rate / share)),
    ThrottlingBurstLimit: Math.max(5, Math.floor(throttle.burst / share)),
  })
  const resource = added.node.defaultChild as CfnStage
  resource.routeSettings = {
    ...Object.fromEntries([...open].map(([key, { can }]) => [key, settings(share(can))])),
    // Programs are throttled before people: all of them together get a tenth.
    ...(forTokens.length > 0 && { [tokenRoute]: settings(10) }),
  }
  added.node.addDependency(...[...open.values()].map(({ route }) => route), ...forTokens)
}

function watchApi(stack: Stack, api: HttpApi, topic: Topic) {
  const sum = { period: fiveMinutes, statistic: 'Sum' }
  const share = (counted: IMetric, label: string) =>
    new MathExpression({
      // Among fewer than twenty requests, a single one would already exceed five per cent; the functions' own alarms
      // catch failures.
      expression: 'IF(requests >= 20, 100 * counted / requests, 0)',
      usingMetrics: { counted, requests: api.metricCount({ period: fiveMinutes, statistic: 'SampleCount' }) },
      label,
      period: fiveMinutes,
    })
  alarm(stack, 'ApiFails', {
    metric: share(api.metricServerError(sum), 'requests that fail, in per cent'),
    above: 1,
    periods: 1,
    impact: 'More than one in a hundred taps in Touchline ends in an error.',
    page: 'api-fails',
    topic,
  })
  // These include throttled requests, which API Gateway does not count separately. Some refusals are legitimate, and
  // every night someone probes the API for a minute.
  alarm(stack, 'ApiRefuses', {
    metric: share(api.metricClientError(sum), 'requests that are turned away, in per cent'),
    above: 20,
    periods: 3,
    impact:
      'More than one in five requests is turned away: people whose app asks wrongly, or who do not get past a flood.',
    page: 'api-refuses',
    topic,
  })
  alarm(stack, 'ApiSlow', {
    metric: api.metricLatency({ period: fiveMinutes, statistic: 'p95' }),
    above: 1500,
    periods: 3,
    impact: 'One in twenty taps takes longer than a second and a half: people on phones give up.',
    page: 'api-slow',
    topic,
  })
}
