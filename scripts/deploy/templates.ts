/** Templates of a stage by the names of their stacks, as CloudFormation takes them. */
export type Templates = Readonly<Record<string, Template>>
export type Template = {
  Resources: Readonly<Record<string, Resource>>
  Outputs?: Readonly<Record<string, { Export?: { Name: unknown } }>>
}
export type Resource = { Type: string; Properties?: Readonly<Record<string, unknown>>; DeletionPolicy?: string }

/** The routes of the gateway in a template; those of lines are another API's. */
export const routesIn = (template?: Template): Resource[] =>
  Object.values(template?.Resources ?? {}).filter(
    ({ Type, Properties }) => Type === 'AWS::ApiGatewayV2::Route' && !String(Properties?.['RouteKey']).startsWith('$'),
  )
