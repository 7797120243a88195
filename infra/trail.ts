import { Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import { ReadWriteType, Trail } from 'aws-cdk-lib/aws-cloudtrail'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { resourceName, type Stage } from './stages.ts'

/**
 * Who signed in, and who could not: the user pool tells CloudTrail of every sign-in, sign-up, renewal and change of a password or
 * a second factor, whether it went well or not, from which address. CloudTrail keeps that for 90 days, and here for a year. Names
 * and e-mail addresses do not stand in it: a person is the id at the user pool. What an operator does at AWS stands there too.
 */
export function signInTrail(stack: Stack, stage: Stage): Trail {
  const bucket = new Bucket(stack, 'TrailFiles', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    // What was written over or deleted can be had again: nobody tidies a trail up behind them.
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
    // Each file is named in a signed digest, so that a changed or missing one is seen.
    enableFileValidation: true,
    managementEvents: ReadWriteType.ALL,
    isMultiRegionTrail: false,
    includeGlobalServiceEvents: true,
  })
}
