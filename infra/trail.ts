import { Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import { ReadWriteType, Trail } from 'aws-cdk-lib/aws-cloudtrail'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { resourceName, type Stage } from './stages.ts'

/**
 * Logs sign-ins, failed and successful: the user pool reports every sign-in, sign-up, token refresh and change of a password or
 * second factor to CloudTrail, with the IP address. CloudTrail keeps events for 90 days, this bucket for a year. It has no
 * names or email addresses: a person is their user pool id. Operators' actions in AWS are logged too.
 */
export function signInTrail(stack: Stack, stage: Stage): Trail {
  const bucket = new Bucket(stack, 'TrailFiles', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    // Overwritten or deleted files can be restored, so that nobody can clean up the trail.
    versioned: true,
    lifecycleRules: [{ expiration: Duration.days(365), noncurrentVersionExpiration: Duration.days(30) }],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'It is a log itself; the trail has each access by an account in it.',
  })
  return new Trail(stack, 'Trail', {
    trailName: resourceName(stage, 'trail'),
    bucket,
    // Signed digests list every file, so that a changed or missing one is detected.
    enableFileValidation: true,
    managementEvents: ReadWriteType.ALL,
    isMultiRegionTrail: false,
    includeGlobalServiceEvents: true,
  })
}
