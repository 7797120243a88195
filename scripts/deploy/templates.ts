/** Templates of a stage by stack name, in CloudFormation's format. */
export type Templates = Readonly<Record<string, Template>>
export type Template = {
  Resources: Readonly<Record<string, Resource>>
  Outputs?: Readonly<Record<string, { Export?: { Name: unknown } }>>
}
export type Resource = { Type: string; Properties?: Readonly<Record<string, unknown>>; DeletionPolicy?: string }

/** The routes of the HTTP API in a template; those of the WebSocket API are left out. */
export const routesIn = (template?: Template): Resource[] =>
  Object.values(template?.Resources ?? {}).filter(
    ({ Type, Properties }) => Type === 'AWS::ApiGatewayV2::Route' && !String(Properties?.['RouteKey']).startsWith('$'),
  )
