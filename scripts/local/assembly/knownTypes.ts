import type { Assembly, Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'

/** `served`: a part of the local cloud acts on it. `only AWS`: nothing here depends on it, so it is read and left alone. */
type Treatment = readonly ['served' | 'only AWS', why: string]

/** Every resource type that a template may hold. A type that is not here stops the start, so that nothing is silently missing. */
export const knownTypes: Readonly<Record<string, Treatment>> = {
  'AWS::ApiGatewayV2::Api': ['served', 'the HTTP API'],
  'AWS::ApiGatewayV2::ApiMapping': ['only AWS', 'there are no domains here'],
  'AWS::ApiGatewayV2::Authorizer': ['served', 'tokens are checked'],
  'AWS::ApiGatewayV2::DomainName': ['only AWS', 'there are no domains here'],
  'AWS::ApiGatewayV2::Integration': ['served', 'leads a route to its function'],
  'AWS::ApiGatewayV2::Route': ['served', 'the HTTP API'],
  'AWS::ApiGatewayV2::Stage': ['served', 'the HTTP API'],
  'AWS::CDK::Metadata': ['only AWS', 'says which constructs made the app'],
  'AWS::CertificateManager::Certificate': ['only AWS', 'this side has no TLS'],
  'AWS::CloudFront::CachePolicy': ['served', 'nothing is cached, but the methods and headers count'],
  'AWS::CloudFront::Distribution': ['served', 'the one origin'],
  'AWS::CloudFront::Function': ['served', 'runs on each request'],
  'AWS::CloudFront::OriginAccessControl': ['only AWS', 'the one origin reads its own files'],
  'AWS::CloudFront::OriginRequestPolicy': ['served', 'what the origins are told of a request'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['served', 'the headers of every answer'],
  'AWS::CloudWatch::Alarm': ['only AWS', 'nobody is woken here'],
  'AWS::CloudWatch::CompositeAlarm': ['only AWS', 'nobody is woken here'],
  'AWS::CloudWatch::Dashboard': ['only AWS', 'there are no metrics here'],
  'AWS::Cognito::UserPool': ['served', 'the user pool'],
  'AWS::Cognito::UserPoolClient': ['served', 'the user pool'],
  'AWS::Cognito::UserPoolGroup': ['served', 'the user pool'],
  'AWS::DynamoDB::GlobalTable': ['served', 'DynamoDB Local'],
  'AWS::DynamoDB::Table': ['served', 'DynamoDB Local'],
  'AWS::Events::Rule': ['served', 'schedules'],
  'AWS::IAM::ManagedPolicy': ['served', 'the gate checks it'],
  'AWS::IAM::Policy': ['served', 'the gate checks it'],
  'AWS::IAM::Role': ['served', 'the gate checks it'],
  'AWS::Lambda::EventSourceMapping': ['served', 'streams and queues'],
  'AWS::Lambda::Function': ['served', 'runs in a thread'],
  'AWS::Lambda::LayerVersion': ['only AWS', "only the CDK's own functions have layers"],
  'AWS::Lambda::Permission': ['only AWS', 'who may call a function is wired by the template'],
  'AWS::Lambda::Url': ['served', 'function URLs'],
  'AWS::Logs::LogGroup': ['only AWS', 'functions log into files here'],
  'AWS::Logs::MetricFilter': ['only AWS', 'there are no metrics here'],
  'AWS::Route53::RecordSet': ['only AWS', 'there are no domains here'],
  'AWS::S3::Bucket': ['served', 'buckets'],
  'AWS::S3::BucketPolicy': ['only AWS', 'the roles decide here'],
  'AWS::SES::ConfigurationSet': ['served', 'the mailbox notes it'],
  'AWS::SES::EmailIdentity': ['served', 'roles name it'],
  'AWS::SNS::Subscription': ['only AWS', 'alarms only'],
  'AWS::SNS::Topic': ['only AWS', 'alarms only'],
  'AWS::SNS::TopicPolicy': ['only AWS', 'alarms only'],
  'AWS::SQS::Queue': ['served', 'queues'],
  'AWS::SQS::QueuePolicy': ['only AWS', 'the roles decide here'],
  'AWS::Scheduler::Schedule': ['served', 'schedules'],
  'AWS::Scheduler::ScheduleGroup': ['only AWS', 'a name for schedules'],
  'AWS::SecretsManager::Secret': ['served', 'made once and kept'],
  'Custom::CDKBucketDeployment': ['served', 'the one origin takes the files from the assets'],
  'Custom::S3AutoDeleteObjects': ['only AWS', '--fresh empties buckets here'],
}

/** Throws an AssemblyError that names type, resource and stack, and says what to do, unless the type is known. */
export function refuseUnknownType({ type, logicalId, stack }: Resource): void {
  if (Object.hasOwn(knownTypes, type)) return
  throw new AssemblyError(
    `The local cloud does not know the type ${type} of ${logicalId} in stack ${stack}: ` +
      'add it to scripts/local/assembly/knownTypes.ts, as "served" together with the part that serves it, or as "only AWS".',
  )
}

/** Does a part of the local cloud act on resources of this type? */
export const isServed = (type: string): boolean => knownTypes[type]?.[0] === 'served'

/**
 * The functions that the product wrote. The CDK brings some of its own along, which do work during a deployment (copy
 * files into a bucket, empty one): they stand behind `Custom::` resources and are not run here.
 */
export function ownFunctions(assembly: Assembly): Resource[] {
  const tokens = assembly.resources
    .filter(({ type }) => type.startsWith('Custom::'))
    .map(({ stack, properties }) => assembly.resolve<string>(stack, properties.ServiceToken))
  const behindCustom = new Set(tokens.map((token) => assembly.byArn(token)))
  return assembly.ofType('AWS::Lambda::Function').filter((lambda) => !behindCustom.has(lambda))
}
