import type { Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'
import { drawnId, type Place } from './names.ts'

/** Where the local cloud answers. Read each time a value is worked out, for the gate starts after the assembly is read. */
export type Endpoints = {
  /** The one origin, without a slash at its end: `http://127.0.0.1:3000`. */
  origin: string
  /** The endpoint of the gate. Queue URLs begin with it, because the SDK calls a queue where its URL says. */
  gate?: string
}

/** One resource and what its ids and ARNs are made of. */
export type Named = Place & {
  resource: Resource
  name: string
  endpoints: Endpoints
  property: (name: string) => unknown
}

type Text = (named: Named) => string

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

const inRegion =
  (service: string, kind: string): Text =>
  ({ region, account, name }) =>
    `arn:aws:${service}:${region}:${account}:${kind}${name}`

const global =
  (service: string, kind: string): Text =>
  ({ account, name }) =>
    `arn:aws:${service}::${account}:${kind}${name}`

/** The ARN of each type that has one. */
const arns: Record<string, Text> = {
  'AWS::CloudFront::Distribution': global('cloudfront', 'distribution/'),
  'AWS::CloudFront::Function': global('cloudfront', 'function/'),
  'AWS::CloudWatch::Alarm': inRegion('cloudwatch', 'alarm:'),
  'AWS::Cognito::UserPool': inRegion('cognito-idp', 'userpool/'),
  'AWS::DynamoDB::GlobalTable': inRegion('dynamodb', 'table/'),
  'AWS::DynamoDB::Table': inRegion('dynamodb', 'table/'),
  'AWS::Events::Rule': inRegion('events', 'rule/'),
  'AWS::IAM::ManagedPolicy': global('iam', 'policy/'),
  'AWS::IAM::Role': global('iam', 'role/'),
  'AWS::Lambda::Function': inRegion('lambda', 'function:'),
  'AWS::Logs::LogGroup': (named) => `${inRegion('logs', 'log-group:')(named)}:*`,
  'AWS::S3::Bucket': ({ name }) => `arn:aws:s3:::${name}`,
  'AWS::SES::ConfigurationSet': inRegion('ses', 'configuration-set/'),
  'AWS::SES::EmailIdentity': inRegion('ses', 'identity/'),
  'AWS::SNS::Topic': inRegion('sns', ''),
  'AWS::SQS::Queue': inRegion('sqs', ''),
  'AWS::Scheduler::Schedule': ({ region, account, name, property }) =>
    `arn:aws:scheduler:${region}:${account}:schedule/${textOr(property('GroupName'), 'default')}/${name}`,
  // Secrets Manager adds six characters of its own to the name.
  'AWS::SecretsManager::Secret': (named) =>
    `${inRegion('secretsmanager', 'secret:')(named)}-${drawnId(named.resource, 6, 'abcdefghijklmnopqrstuvwxyz')}`,
}

/** The ARN of a resource, or undefined for a type that has none here. */
export const arnOf = (named: Named): string | undefined => arns[named.resource.type]?.(named)

/** What `Ref` gives where that is not the name. */
const refs: Record<string, Text> = {
  'AWS::CloudFront::Function': arns['AWS::CloudFront::Function'] as Text,
  'AWS::IAM::ManagedPolicy': arns['AWS::IAM::ManagedPolicy'] as Text,
  'AWS::Lambda::Url': ({ property }) => textOr(property('TargetFunctionArn'), ''),
  'AWS::SNS::Topic': arns['AWS::SNS::Topic'] as Text,
  'AWS::SQS::Queue': ({ endpoints, region, account, name }) =>
    `${endpoints.gate ?? `https://sqs.${region}.amazonaws.com`}/${account}/${name}`,
  'AWS::SecretsManager::Secret': arns['AWS::SecretsManager::Secret'] as Text,
}

/** What `Ref` gives. */
export const refOf = (named: Named): string => refs[named.resource.type]?.(named) ?? named.name

const providerName: Text = ({ region, name }) => `cognito-idp.${region}.amazonaws.com/${name}`

const attributes: Record<string, Record<string, Text>> = {
  'AWS::ApiGatewayV2::Api': {
    ApiEndpoint: ({ name, region }) => `https://${name}.execute-api.${region}.amazonaws.com`,
    ApiId: ({ name }) => name,
  },
  'AWS::ApiGatewayV2::Authorizer': { AuthorizerId: ({ name }) => name },
  'AWS::ApiGatewayV2::Integration': { IntegrationId: ({ name }) => name },
  'AWS::ApiGatewayV2::Route': { RouteId: ({ name }) => name },
  'AWS::CloudFront::CachePolicy': { Id: ({ name }) => name },
  'AWS::CloudFront::Distribution': {
    DomainName: ({ resource }) => `d${drawnId(resource, 13, '0123456789abcdefghijklmnopqrstuvwxyz')}.cloudfront.net`,
    Id: ({ name }) => name,
  },
  'AWS::CloudFront::Function': {
    FunctionARN: arns['AWS::CloudFront::Function'] as Text,
    'FunctionMetadata.FunctionARN': arns['AWS::CloudFront::Function'] as Text,
  },
  'AWS::CloudFront::OriginAccessControl': { Id: ({ name }) => name },
  'AWS::CloudFront::OriginRequestPolicy': { Id: ({ name }) => name },
  'AWS::CloudFront::ResponseHeadersPolicy': { Id: ({ name }) => name },
  'AWS::Cognito::UserPool': {
    ProviderName: providerName,
    ProviderURL: (named) => `https://${providerName(named)}`,
    UserPoolId: ({ name }) => name,
  },
  'AWS::Cognito::UserPoolClient': { ClientId: ({ name }) => name },
  'AWS::DynamoDB::GlobalTable': { StreamArn: streamArn },
  'AWS::DynamoDB::Table': { StreamArn: streamArn },
  'AWS::IAM::ManagedPolicy': { PolicyArn: arns['AWS::IAM::ManagedPolicy'] as Text },
  'AWS::IAM::Role': {
    RoleId: ({ resource }) => `AROA${drawnId(resource, 16, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')}`,
  },
  'AWS::Lambda::Url': {
    FunctionArn: ({ property }) => textOr(property('TargetFunctionArn'), ''),
    FunctionUrl: ({ endpoints, resource }) => `${endpoints.origin}/_local/url/${resource.logicalId}/`,
  },
  'AWS::S3::Bucket': {
    DomainName: ({ name }) => `${name}.s3.amazonaws.com`,
    RegionalDomainName: ({ name, region }) => `${name}.s3.${region}.amazonaws.com`,
  },
  'AWS::SNS::Topic': { TopicArn: arns['AWS::SNS::Topic'] as Text, TopicName: ({ name }) => name },
  'AWS::SQS::Queue': { QueueName: ({ name }) => name, QueueUrl: refs['AWS::SQS::Queue'] as Text },
  'AWS::SecretsManager::Secret': { Id: arns['AWS::SecretsManager::Secret'] as Text },
}

// A stream is told from an earlier one of the same table by when it was switched on.
function streamArn(named: Named): string {
  return `${arns['AWS::DynamoDB::Table']?.(named)}/stream/2000-01-01T00:00:00.000`
}

/** What `Fn::GetAtt` gives; throws an AssemblyError for an attribute that is not known here. */
export function attributeOf(named: Named, attribute: string): string {
  const { type, logicalId, stack } = named.resource
  const found = attributes[type]?.[attribute]?.(named) ?? (attribute === 'Arn' ? arnOf(named) : undefined)
  if (found !== undefined) return found
  throw new AssemblyError(
    `The local cloud does not know the attribute ${attribute} of ${logicalId} (${type}) in stack ${stack}: ` +
      'add it to scripts/local/assembly/attributes.ts.',
  )
}

/** The https address under which AWS would serve this resource, if the local cloud serves it at its one origin. */
export function publicAddress(named: Named): string | undefined {
  const { type } = named.resource
  if (type === 'AWS::CloudFront::Distribution') return `https://${attributeOf(named, 'DomainName')}`
  if (type === 'AWS::ApiGatewayV2::Api') return attributeOf(named, 'ApiEndpoint')
  return undefined
}
