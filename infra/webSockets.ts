import { Aws, type CfnElement, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { LogGroupLogDestination, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Functions } from '#functions/registry.ts'
import type { Data } from './data.ts'
import { createFunction } from './functions.ts'
import { triggeredBy } from './registry.ts'
import { exportedName } from './roles.ts'
import { region, type Stage } from './stages.ts'

/** The path at which WebSocket connections are opened. It is also the name of the API's stage. */
export const webSocketPath = 'live'

/** The WebSocket API of a stage. */
export type WebSockets = { api: WebSocketApi; stage: WebSocketStage }

type WebSocketProps = { registry: Functions; data: Data; build: string }

/**
 * The WebSocket API: one function authorizes a connection by its ticket, another one handles all of its routes. Undefined without these.
 */
export function createWebSocketApi(
  stack: Stack,
  stage: Stage,
  { registry, data, build }: WebSocketProps,
): WebSockets | undefined {
  // Without a domain the site's address is that of the distribution, which is in a later stack.
  const environment = stage.domain && { environment: { SITE_URL: `https://${stage.domain.name}` } }
  const functions = triggeredBy('socket', registry).map(([name, record]) => {
    // API Gateway waits at most 30 seconds.
    const lambda = createFunction(stack, name, { stage, data, record, build, timeout: 29, ...environment })
    return { lambda, record }
  })
  const authorizerFunction = functions.find(({ record }) => record.on.socket === 'authorizer')
  const messageFunction = functions.find(({ record }) => record.on.socket === 'messages')
  if (!authorizerFunction || !messageFunction) return undefined
  const routeOptions = (id: string) => ({ integration: new WebSocketLambdaIntegration(id, messageFunction.lambda) })
  const authorizer = new WebSocketLambdaAuthorizer('Ticket', authorizerFunction.lambda, {
    identitySource: ['route.request.querystring.ticket'],
  })
  const api = new WebSocketApi(stack, 'Lines', {
    description: `Touchline ${stage.name}: lines`,
    connectRouteOptions: { ...routeOptions('Opened'), authorizer },
    disconnectRouteOptions: routeOptions('Ended'),
    defaultRouteOptions: routeOptions('Said'),
  })
  for (const route of ['$disconnect', '$default']) {
    Validations.of(api.node.findChild(`${route}-Route`)).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'API Gateway asks an authorizer when a line is opened and at no other time; its answer stays with the line.',
    })
  }
  const webSockets = { api, stage: stageOf(stack, api, stage) }
  grantPostToConnections(messageFunction.lambda, webSockets)
  return webSockets
}

/** The stage of the API, with throttling, and a log of statuses and errors without personal data. */
function stageOf(stack: Stack, webSocketApi: WebSocketApi, { name, logs, retain, throttle }: Stage): WebSocketStage {
  const logGroup = new LogGroup(stack, 'LinesLog', {
    logGroupName: `/aws/vendedlogs/touchline-${name}-lines`,
    retention: logs,
    // Deleted when the creation of the stack fails: a log group of that name would make the next creation fail.
    removalPolicy: retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  })
  const format = {
    requestId: '$context.requestId',
    time: '$context.requestTime',
    routeKey: '$context.routeKey',
    status: '$context.status',
    failed: '$context.integrationErrorMessage',
  }
  return new WebSocketStage(stack, 'LinesStage', {
    webSocketApi,
    stageName: webSocketPath,
    autoDeploy: true,
    throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(JSON.stringify(format)),
    },
  })
}

/** Allows a function to post to connections. */
export function grantPostToConnections(lambda: Lambda, { api, stage }: WebSockets): void {
  const arn = (account: string, id: string) =>
    `arn:aws:execute-api:${region}:${account}:${id}/${webSocketPath}/POST/@connections/*`
  const resources = [arn(Aws.ACCOUNT_ID, api.apiId)]
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['execute-api:ManageConnections'], resources }))
  lambda.addEnvironment('LINES_URL', stage.callbackUrl)
  const { stack } = api
  const apiReference =
    lambda.stack === stack
      ? `<${stack.getLogicalId(api.node.defaultChild as CfnElement)}>`
      : exportedName(stack, api.apiId)
  Validations.of(lambda.role ?? lambda).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${arn('<AWS::AccountId>', apiReference)}]`,
    reason: 'Lines have names that are drawn when they are opened; which one is whose, our own code knows.',
  })
}
