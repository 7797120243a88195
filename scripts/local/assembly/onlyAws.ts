import { alphabets, global, name, regional, type ResourceType, stableId } from './resourceType.ts'

/** Types that are read and ignored, because nothing depends on them locally. Each says why. */
export const onlyAws: Record<string, ResourceType & { why: string }> = {
  'AWS::ApiGatewayV2::ApiMapping': { why: 'there are no domains here' },
  'AWS::ApiGatewayV2::DomainName': { why: 'there are no domains here' },
  'AWS::CDK::Metadata': { why: 'says which constructs made the app' },
  'AWS::CertificateManager::Certificate': { why: 'this side has no TLS' },
  'AWS::CloudWatch::Alarm': {
    why: 'nobody is woken here',
    nameProperty: 'AlarmName',
    arn: regional('cloudwatch', 'alarm:'),
  },
  'AWS::CloudWatch::CompositeAlarm': { why: 'nobody is woken here' },
  'AWS::CloudWatch::Dashboard': { why: 'there are no metrics here' },
  'AWS::Lambda::LayerVersion': { why: "only the CDK's own functions have layers" },
  'AWS::Lambda::Permission': { why: 'who may call a function is wired by the template' },
  'AWS::Logs::LogGroup': {
    why: 'functions log into files here',
    nameProperty: 'LogGroupName',
    arn: (named) => `${regional('logs', 'log-group:')(named)}:*`,
  },
  'AWS::Logs::MetricFilter': { why: 'there are no metrics here' },
  'AWS::Route53::RecordSet': { why: 'there are no domains here' },
  'AWS::S3::BucketPolicy': { why: 'the roles decide here, but for what it denies by a tag: see services/s3' },
  'AWS::SNS::Subscription': { why: 'alarms only' },
  'AWS::SNS::Topic': {
    why: 'alarms only',
    nameProperty: 'TopicName',
    arn: regional('sns'),
    ref: regional('sns'),
    attributes: { TopicArn: regional('sns'), TopicName: name },
  },
  'AWS::SNS::TopicPolicy': { why: 'alarms only' },
  'AWS::SQS::QueuePolicy': { why: 'the roles decide here' },
  'Custom::S3AutoDeleteObjects': { why: '--fresh empties buckets here' },
}

/** Roles and their policies, which the gate checks. */
export const roles: Record<string, ResourceType> = {
  'AWS::IAM::ManagedPolicy': {
    nameProperty: 'ManagedPolicyName',
    arn: global('iam', 'policy/'),
    ref: global('iam', 'policy/'),
    attributes: { PolicyArn: global('iam', 'policy/') },
  },
  'AWS::IAM::Policy': { nameProperty: 'PolicyName' },
  'AWS::IAM::Role': {
    nameProperty: 'RoleName',
    arn: global('iam', 'role/'),
    attributes: { RoleId: ({ resource }) => `AROA${stableId(resource, 16, alphabets.upper)}` },
  },
}
