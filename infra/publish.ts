import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { SignIn } from './identity.ts'
import { root } from './bundle.ts'
import { cardFolder } from './cards.ts'
import { region, type Stage } from './stages.ts'

type PublishProps = {
  stage: Stage
  bucket: Bucket
  distribution: Distribution
  signIn: SignIn
  folder: string
  card: Distribution
}

/** `aws s3 sync` derives content types from file extensions, but without a charset. */
const texts = {
  Scripts: { files: '*.js', contentType: 'text/javascript; charset=utf-8' },
  Sheets: { files: '*.css', contentType: 'text/css; charset=utf-8' },
  Page: { files: '*.html', contentType: 'text/html; charset=utf-8' },
} as const

/** A pattern for the request paths of a built web's files. */
export function pathsOf(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true }).map(
    (each) => `${each.name.replaceAll('.', '\\.')}${each.isDirectory() ? '/' : '$'}`,
  )
  return `^/(${names.toSorted().join('|')})`
}

/**
 * Uploads the built web to its bucket: first the files named by their own hash, which browsers cache for a year, then
 * the pages that refer to them, which are always revalidated. Old files stay for tabs that are still open.
 */
export function publish(stack: Stack, { stage, bucket, distribution, signIn, folder, card }: PublishProps): void {
  const logGroup = new LogGroup(stack, 'PublishLog', {
    retention: stage.logs,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const shared = { destinationBucket: bucket, prune: false, retainOnDelete: false, memoryLimit: 512, logGroup }

  /** Uploads the files of a folder, with the given kinds of text in separate deployments. */
  const upload = (
    id: string,
    kinds: readonly (keyof typeof texts)[],
    props: Omit<BucketDeploymentProps, keyof typeof shared>,
  ) => {
    const textDeployments = kinds.map((kind) => {
      const { files, contentType } = texts[kind]
      return new BucketDeployment(stack, `${id}${kind}`, {
        ...shared,
        ...props,
        exclude: ['*'],
        include: [files],
        contentType,
      })
    })
    const exclude = kinds.map((kind) => texts[kind].files)
    return [new BucketDeployment(stack, id, { ...shared, ...props, exclude }), ...textDeployments] as const
  }
  const assets = upload('Assets', ['Scripts', 'Sheets'], {
    sources: [Source.asset(join(folder, 'assets'))],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
  })
  const config = {
    region,
    userPoolId: signIn.pool.userPoolId,
    userPoolClientId: signIn.client.userPoolClientId,
    ...(signIn.passkeys && {
      passkeys: { clientId: signIn.passkeys.client.userPoolClientId, domain: signIn.passkeys.domain },
    }),
    ...(stage.supportEmail && { supportEmail: stage.supportEmail }),
    cardFrame: `https://${card.distributionDomainName}`,
  }
  const pages = upload('Pages', ['Scripts', 'Page'], {
    sources: [Source.asset(folder, { exclude: ['assets'] }), Source.jsonData('config.json', config)],
    cacheControl: [CacheControl.noCache()],
    distribution,
    distributionPaths: ['/*'],
  })
  upload('CardPage', ['Scripts', 'Sheets', 'Page'], {
    sources: [Source.asset(join(root, 'web', cardFolder))],
    destinationKeyPrefix: cardFolder,
    cacheControl: [CacheControl.noCache()],
    distribution: card,
    distributionPaths: ['/*'],
  })
  for (const page of pages) page.node.addDependency(...assets)
  acknowledgeUploader(stack, assets[0], bucket)
}

/** CDK's own function does the upload; both deployments share it and its role. It runs only during deployments. */
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
