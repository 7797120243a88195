import { createHash } from 'node:crypto'
import type { Resource } from '../types.ts'

/** Where the app is: what ARNs and ids are made of. */
export type Place = { region: string; account: string }

const lower = '0123456789abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()

/** An id that looks drawn by AWS but is always the same for the same resource, so that state fits after a restart. */
export function drawnId({ stack, logicalId }: Resource, length: number, alphabet: string): string {
  const bytes = createHash('sha256').update(`${stack}/${logicalId}`).digest()
  return [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

/** The property by which a template may name a resource itself. */
const nameProperties: Record<string, string> = {
  'AWS::ApiGatewayV2::Stage': 'StageName',
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::Cognito::UserPoolGroup': 'GroupName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Policy': 'PolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::SecretsManager::Secret': 'Name',
}

/** Ids that AWS draws, with their length and characters. */
const drawn: Record<string, readonly [length: number, alphabet: string]> = {
  'AWS::ApiGatewayV2::Api': [10, lower],
  'AWS::ApiGatewayV2::Authorizer': [6, lower],
  'AWS::ApiGatewayV2::Integration': [7, lower],
  'AWS::ApiGatewayV2::Route': [7, lower],
  'AWS::CloudFront::OriginAccessControl': [14, upper],
  'AWS::Cognito::UserPoolClient': [26, lower],
  'AWS::Lambda::EventSourceMapping': [32, '0123456789abcdef'],
  'AWS::Lambda::Url': [32, lower],
}

/**
 * The name of a resource: what the template names it, else one made as CloudFormation makes it of stack and logical id
 * (without its random end), else an id like those that AWS draws. `resolved` gives a property's worked-out value.
 */
export function nameOf(resource: Resource, place: Place, resolved: (property: string) => unknown): string {
  const { type, stack, logicalId } = resource
  const property = nameProperties[type]
  const given = property && resource.properties[property] !== undefined ? resolved(property) : undefined
  if (typeof given === 'string') return given
  if (type === 'AWS::CloudFront::Distribution') return `E${drawnId(resource, 13, upper)}`
  if (type === 'AWS::Cognito::UserPool') return `${place.region}_${drawnId(resource, 9, lower + upper)}`
  const [length, alphabet] = drawn[type] ?? []
  if (length && alphabet) return drawnId(resource, length, alphabet)
  if (type === 'AWS::S3::Bucket') return shortened(resource, `${stack}-${logicalId}`.toLowerCase(), 63)
  if (type === 'AWS::SQS::Queue') return fifo(resource, shortened(resource, `${stack}-${logicalId}`, 75))
  return shortened(resource, `${stack}-${logicalId}`, 64)
}

// A name that is too long keeps an end of its own, or two resources could share one.
const shortened = (resource: Resource, name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, most - 9)}-${drawnId(resource, 8, lower)}`

const fifo = ({ properties }: Resource, name: string): string => (properties.FifoQueue ? `${name}.fifo` : name)
