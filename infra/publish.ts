import { join } from 'node:path'
import { Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { SignIn } from './identity.ts'
import { region, type Stage } from './stages.ts'

type PublishProps = { stage: Stage; bucket: Bucket; distribution: Distribution; signIn: SignIn; folder: string }

/**
 * Puts the built web into its bucket: first the files named by their own hash, kept by browsers for a year, then the
 * pages that name them, which are asked for anew each time. Old files stay, for tabs that are still open.
 */
export function publish(stack: Stack, { stage, bucket, distribution, signIn, folder }: PublishProps): void {
  const logGroup = new LogGroup(stack, 'PublishLog', {
    retention: stage.logs,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const shared = { destinationBucket: bucket, prune: false, retainOnDelete: false, memoryLimit: 512, logGroup }

  const assets = new BucketDeployment(stack, 'Assets', {
    ...shared,
    sources: [Source.asset(join(folder, 'assets'))],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
  })
  const config = {
    region,
    userPoolId: signIn.pool.userPoolId,
    userPoolClientId: signIn.client.userPoolClientId,
    ...(stage.supportEmail && { supportEmail: stage.supportEmail }),
  }
  const pages = new BucketDeployment(stack, 'Pages', {
    ...shared,
    sources: [Source.asset(folder, { exclude: ['assets'] }), Source.jsonData('config.json', config)],
    cacheControl: [CacheControl.noCache()],
    distribution,
    distributionPaths: ['/*'],
  })
  pages.node.addDependency(assets)
  acknowledgeUploader(stack, assets, bucket)
}

/** The function that uploads is CDK's own, one for both, and so is its role. It runs while we deploy and at no other time. */
function acknowledgeUploader(stack: Stack, deployment: BucketDeployment, bucket: Bucket) {
  const uploader = deployment.handlerRole.node.scope
  if (!uploader) throw new Error('The function that uploads the web is not where CDK keeps it.')
  const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnBucket)
  const basics = 'arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'
  const assets = `arn:aws:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${region}/*`
  const wide = [
    ...['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*'].map((name) => `Action::${name}`),
    ...[assets, `<${bucketId}.Arn>/*`, '*'].map((name) => `Resource::${name}`),
  ]
  Validations.of(uploader).acknowledge(
    { id: 'AwsSolutions-L1', reason: 'The runtime is chosen by the release of CDK that wrote the code.' },
    { id: `AwsSolutions-IAM4[Policy::${basics}]`, reason: 'CDK gives its uploader the right to write its log.' },
    ...wide.map((finding) => ({
      id: `AwsSolutions-IAM5[${finding}]`,
      reason:
        "CDK lets its uploader read CDK's assets, write this bucket of public files and refresh the distribution.",
    })),
  )
}
