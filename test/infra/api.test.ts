import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import type { Functions } from '#functions/registry.ts'
import { apiStack, tokenRoute } from '#infra/api.ts'
import { areasStack } from '#infra/areas.ts'
import { dataStack } from '#infra/data.ts'
import { triggeredBy, registry } from '#infra/registry.ts'
import { identityStack } from '#infra/identity.ts'
import { stages } from '#infra/stages.ts'
import { areas, routes as all } from '#shared/api/index.ts'
import type { Area, Route } from '#shared/api/route.ts'
import { model, saturdayOfTeam } from '#scripts/bench/saturday/model.ts'
import { isByLink, isOpen } from '#shared/permissions.ts'
import { emptyBuild, type FoundResource, folder, synthesized, withDomain } from './synthesized.ts'

const prod = synthesized('prod')
/** Other areas have addresses of their own. */
const behind = triggeredBy('api').map(([, { on }]) => on.api)
const routes = all.filter(({ area }) => behind.includes(area))
const isOfLines = ({ id }: FoundResource) => id.startsWith('Lines')
/** Resources of the HTTP API, and those of the WebSocket API next to it. */
const ofHttp = (type: string) =>
  (['api', 'routes', 'more-routes'] as const)
    .flatMap((part) => prod.ofType(part, `AWS::ApiGatewayV2::${type}`))
    .filter((each) => !isOfLines(each))
const ofLines = (type: string) => prod.ofType('api', `AWS::ApiGatewayV2::${type}`).filter(isOfLines)
const only = ([found, second]: FoundResource[]): FoundResource => {
  if (!found || second) throw new Error('There is not exactly one.')
  return found
}
const gateway = ofHttp('Route')
/** A route key of the contract as the gateway has it. */
const atGateway = (key: string) => key.replace(/\/$/, '')

describe('the gateway', () => {
  test('has exactly the contract’s routes', () => {
    const keys = gateway.map(({ Properties }): string => Properties.RouteKey)
    expect(keys.toSorted()).toEqual([...routes.map(({ key }) => atGateway(key)), tokenRoute].toSorted())
    // API Gateway refuses keys with a trailing slash: “Part of the given route key path is empty”.
    expect(keys.filter((key) => key.endsWith('/'))).toEqual([])
  })

  test('requires a token on every route that is not open to anyone', () => {
    const open = gateway.filter(({ Properties }) => Properties.AuthorizationType !== 'JWT')
    const anyone = routes.filter(({ route }: { route: Route }) => isOpen(route.can))
    const [found, stated] = [open.map(({ Properties }): string => Properties.RouteKey), anyone.map(({ key }) => key)]
    // The function behind that route checks tokens itself.
    expect(found.toSorted()).toEqual([...stated, tokenRoute].toSorted())
  })

  test('integrates each route with the function of its area', () => {
    const functions = prod.ofType('areas', 'AWS::Lambda::Function')
    const aliases = prod.ofType('areas', 'AWS::Lambda::Alias')
    // An alias in another stack is referenced by that stack's export, whose name contains the alias's id.
    const integrations = Object.fromEntries(
      ofHttp('Integration').map(({ id, Properties }) => {
        const exported: string = Properties.IntegrationUri['Fn::ImportValue']
        const { FunctionName } = only(aliases.filter((each) => exported.includes(`Ref${each.id}`))).Properties
        return [id, only(functions.filter((each) => each.id === FunctionName.Ref)).Properties.Description]
      }),
    )
    const served = gateway.map(({ Properties }) => [
      Properties.RouteKey,
      integrations[Properties.Target['Fn::Join'][1][1].Ref],
    ])
    const functionOf = new Map(triggeredBy('api').map(([name, { on }]) => [on.api, name]))
    const promised = routes
      .filter(({ area }) => functionOf.has(area))
      .map(({ area, key }) => [atGateway(key), `prod: ${functionOf.get(area)}`])
    expect(new Map(served as [string, string][])).toEqual(
      new Map([...promised, [tokenRoute, 'prod: developers-token']] as [string, string][]),
    )
  })

  test('accepts only access tokens of our user pool and client', () => {
    const { JwtConfiguration } = only(ofHttp('Authorizer')).Properties
    expect(JwtConfiguration.Issuer['Fn::Join'][1][0]).toBe('https://cognito-idp.us-east-1.amazonaws.com/')
    expect(JSON.stringify(JwtConfiguration.Issuer)).toContain('ExportsOutputRefPeople')
    expect(JSON.stringify(JwtConfiguration.Audience)).toContain('ExportsOutputRefPeopleWeb')
  })

  test('throttles requests, and logs nothing that identifies a person', () => {
    const { Properties } = only(ofHttp('Stage'))
    expect(Properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2400, ThrottlingBurstLimit: 4800 })
    const logged = Object.values(JSON.parse(Properties.AccessLogSettings.Format))
    expect(logged).toContain('$context.routeKey')
    expect(logged.join()).not.toMatch(/path|query|sourceIp|userAgent|claims|identity/i)
  })

  test('retains its log groups, except those of a failed creation', () => {
    const kept = prod.ofType('api', 'AWS::Logs::LogGroup').filter(({ Properties }) => Properties.LogGroupName)
    const named = kept.map(({ Properties, DeletionPolicy }) => [Properties.LogGroupName, DeletionPolicy])
    expect(named.filter(([name]) => name.startsWith('/aws/vendedlogs/'))).toEqual([
      ['/aws/vendedlogs/touchline-prod-api', 'RetainExceptOnCreate'],
      ['/aws/vendedlogs/touchline-prod-lines', 'RetainExceptOnCreate'],
    ])
  })

  test('limits open routes to a part of its throughput', () => {
    const { Properties, DependsOn } = only(ofHttp('Stage'))
    const { DefaultRouteSettings, RouteSettings: all } = Properties
    const { [tokenRoute]: forTokens, ...RouteSettings } = all
    expect(forTokens).toMatchObject({ ThrottlingRateLimit: 240, ThrottlingBurstLimit: 480 })
    expect(DependsOn).toContain(gateway.find(({ Properties }) => Properties.RouteKey === tokenRoute)?.id)
    const anyone = routes.filter(({ route }: { route: Route }) => isOpen(route.can)).map(({ key }) => key)
    expect(anyone).not.toEqual([])
    expect(Object.keys(RouteSettings).toSorted()).toEqual(anyone.toSorted())
    const links = routes.filter(({ route }: { route: Route }) => isByLink(route.can)).map(({ key }) => key)
    const together = (keys: readonly string[]) =>
      keys.reduce((sum, key) => sum + RouteSettings[key].ThrottlingRateLimit, 0)
    const quarter = DefaultRouteSettings.ThrottlingRateLimit / 4
    // Per-route metrics would be billed, and nobody reads them.
    expect(DefaultRouteSettings.DetailedMetricsEnabled).toBe(false)
    expect(together(anyone.filter((key) => !links.includes(key)))).toBeLessThanOrEqual(quarter)
    expect(together(links)).toBeLessThanOrEqual(quarter)
    // Families of all clubs answer by links in mails: the limit is twice the peak second of a Saturday.
    const answers = model.clubs * model.teamsOfClub * saturdayOfTeam.answer * model.answersByLink
    const asked = (answers * model.peakHourShare * model.peakBurst) / 3600
    for (const key of links) expect(RouteSettings[key].ThrottlingRateLimit).toBeGreaterThan(2 * asked)
    for (const key of anyone) {
      // Route settings replace the defaults as a whole, so they repeat what they do not change.
      expect(RouteSettings[key].ThrottlingRateLimit).toBeGreaterThanOrEqual(10)
      expect(RouteSettings[key]).toEqual({
        DetailedMetricsEnabled: false,
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      })
      // API Gateway refuses settings for a route that does not exist yet.
      const route = gateway.find(({ Properties }) => Properties.RouteKey === key)
      expect(DependsOn).toContain(route?.id)
    }
  })

  test('leaves enough throughput on each open route of every stage', () => {
    for (const name of ['local', 'dev', 'prod'] as const) {
      const [all] = synthesized(name)
        .ofType('api', 'AWS::ApiGatewayV2::Stage')
        .flatMap(({ Properties }) => Properties.RouteSettings ?? [])
      expect(Object.keys(all)).not.toEqual([])
      for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of Object.values<FoundResource['Properties']>(all)) {
        expect(ThrottlingRateLimit).toBeGreaterThanOrEqual(1)
        expect(ThrottlingBurstLimit).toBeGreaterThanOrEqual(5)
      }
    }
  })

  test('allows no cross-origin requests', () => {
    expect(only(ofHttp('Api')).Properties.CorsConfiguration).toBeUndefined()
  })
})

describe('the WebSocket API', () => {
  const handlerOf = ({ Properties }: FoundResource) => {
    const integration = ofLines('Integration').find(({ id }) => id === Properties.Target['Fn::Join'][1][1].Ref)
    return JSON.stringify(integration?.Properties.IntegrationUri)
  }

  test('opens connections with a ticket, and sends all messages to one function', () => {
    const lines = ofLines('Route')
    expect(lines.map(({ Properties }) => [Properties.RouteKey, Properties.AuthorizationType])).toEqual(
      expect.arrayContaining([
        ['$connect', 'CUSTOM'],
        ['$disconnect', 'NONE'],
        ['$default', 'NONE'],
      ]),
    )
    expect(lines).toHaveLength(3)
    for (const route of lines) expect(handlerOf(route)).toContain('chatsocket')
    const { IdentitySource, AuthorizerUri } = only(ofLines('Authorizer')).Properties
    expect(IdentitySource).toEqual(['route.request.querystring.ticket'])
    expect(JSON.stringify(AuthorizerUri)).toContain('chatticket')
  })

  test('opens connections only from pages of the stage’s own domain, if it has one', () => {
    const siteIn = (of: ReturnType<typeof synthesized>) =>
      of
        .ofType('api', 'AWS::Lambda::Function')
        .filter(({ id }) => id.startsWith('chatticket'))
        .map(({ Properties }) => Properties.Environment.Variables.SITE_URL)
    expect(siteIn(synthesized(withDomain))).toEqual(['https://app.club.example'])
    expect(siteIn(synthesized('dev'))).toEqual([undefined])
  })

  test('throttles messages, and logs nothing that identifies a person or a ticket', () => {
    const { Properties } = only(ofLines('Stage'))
    expect(Properties.StageName).toBe('live')
    expect(Properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2400, ThrottlingBurstLimit: 4800 })
    const logged = Object.values(JSON.parse(Properties.AccessLogSettings.Format))
    expect(logged.join()).not.toMatch(/path|query|sourceIp|userAgent|authorizer|identity|connectionId/i)
  })

  test('is written to only by the functions whose task it is', () => {
    const writers = (['areas', 'api', 'workers', 'clock'] as const).flatMap((part) =>
      prod
        .ofType(part, 'AWS::IAM::Policy')
        .filter(({ Properties }) => JSON.stringify(Properties).includes('execute-api:ManageConnections'))
        .map(({ Properties }) => String(Properties.Roles[0].Ref).replace(/role.*/, '')),
    )
    expect(writers.toSorted()).toEqual(['chatlive', 'chatsocket', 'chattold'])
  })
})

/** As large as the complete product will be. */
const line = (route: number): Route => ({ ...areas.today['GET /api/v1/today'], can: route ? 'signed_in' : 'anyone' })
const generated = Object.fromEntries(
  Array.from({ length: 24 }, (_, area): [string, Area] => [
    `area${area}`,
    Object.fromEntries(Array.from({ length: 15 }, (_, route) => [`GET /api/area${area}/${route}/{id}`, line(route)])),
  ]),
)
const functions = Object.fromEntries([
  ...Object.keys(generated).map((area) => [area, { ...registry.today, on: { api: area } }]),
  ...triggeredBy('userPool'),
]) as Functions
const build = emptyBuild(Object.keys(functions))
const outdir = folder()

test('open routes are in the stack of the stage that names them, others in a separate stack', () => {
  const app = new App({ outdir, context: { '@aws-cdk/core:defaultCrossStackReferences': 'strong' } })
  const data = dataStack(app, stages.prod)
  const signIn = identityStack(app, stages.prod, { registry: functions, data, build })
  const lambdas = areasStack(app, stages.prod, { registry: functions, data, signIn, build })
  apiStack(app, stages.prod, { registry: functions, areas: generated, functions: lambdas, data, signIn, build })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const assembly = app.synth()
  const of = (part: 'api' | 'routes') => {
    const all = Object.values<Omit<FoundResource, 'id'>>(
      assembly.getStackByName(`touchline-prod-${part}`).template.Resources,
    )
    const routes = all.filter(({ Type }) => Type.endsWith('::Route'))
    return { all: all.length, routes: routes.map(({ Properties }) => Properties?.AuthorizationType) }
  }
  expect(of('api').routes).toEqual(Array.from({ length: 24 }, () => 'NONE'))
  expect(of('routes').routes).toEqual(Array.from({ length: 336 }, () => 'JWT'))
  expect(of('routes').all).toBeLessThan(450)
})
