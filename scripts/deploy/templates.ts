/** The CloudFormation templates of a stage by stack name. */
export type Templates = Readonly<Record<string, Template>>
export type Template = {
  Resources: Readonly<Record<string, Resource>>
  Outputs?: Readonly<Record<string, { Export?: { Name: unknown } }>>
}
export type Resource = { Type: string; Properties?: Readonly<Record<string, unknown>>; DeletionPolicy?: string }

/** The gateway's routes in a template, without those of the WebSocket API. */
export const routesIn = (template?: Template): Resource[] =>
  Object.values(template?.Resources ?? {}).filter(
    ({ Type, Properties }) => Type === 'AWS::ApiGatewayV2::Route' && !String(Properties?.['RouteKey']).startsWith('$'),
  )
