import { Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import { ReadWriteType, Trail } from 'aws-cdk-lib/aws-cloudtrail'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { resourceName, type Stage } from './stages.ts'

/**
 * An audit trail of sign-ins, including failed ones: the user pool reports every sign-in, sign-up, token renewal and
 * change of a password or second factor to CloudTrail, with its outcome and address. CloudTrail keeps that for 90 days,
 * this bucket for a year. It contains no names or e-mail addresses, only a person's id in the user pool. It also
 * contains operators' actions in AWS.
 */
export function signInTrail(stack: Stack, stage: Stage): Trail {
  const bucket = new Bucket(stack, 'TrailFiles', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    // Overwritten or deleted files can be recovered, so nobody can tamper with the trail unnoticed.
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
    // A signed digest lists each file, so that a changed or missing one is detected.
    enableFileValidation: true,
    managementEvents: ReadWriteType.ALL,
    isMultiRegionTrail: false,
    includeGlobalServiceEvents: true,
  })
}
