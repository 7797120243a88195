import { join } from 'node:path'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import { credentialsOf } from '../lambda/environment.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { startBuckets } from './buckets.ts'
import type { CorsRule } from './cors.ts'
import type { BucketEvent } from './exchange.ts'
import { bucketScanner } from './scanner.ts'
import type { Store } from './store.ts'
import { tagDenials } from './tagDenials.ts'

// The first line is supported. The others have no noticeable effect locally.
const KNOWN_PROPERTIES = [
  ...'BucketName CorsConfiguration'.split(' '),
  ...'BucketEncryption LifecycleConfiguration LoggingConfiguration OwnershipControls'.split(' '),
  ...'PublicAccessBlockConfiguration Tags'.split(' '),
]

export async function start({ dataDir, clock, log }: CloudContext): Promise<RunningService> {
  const stores = new Map<string, Store>()
  return {
    serve({ assembly, authorize, offers }) {
      const buckets = assembly.ofType('AWS::S3::Bucket').map((bucket) => {
        rejectUnknownProperties(bucket.properties, KNOWN_PROPERTIES, describeResource(bucket))
        const { CorsConfiguration } = assembly.resolve<{ CorsConfiguration?: { CorsRules: CorsRule[] } }>(
          bucket.stack,
          bucket.properties,
        )
        const name = assembly.physicalId(bucket)
        const cors = CorsConfiguration && { cors: CorsConfiguration.CorsRules }
        return { name, denials: tagDenials(assembly, name), ...cors }
      })
      const storeOf = (name: string) => stores.get(name)
      const scan = bucketScanner(assembly, { clock, storeOf, send: (arn, body) => offers.sendToQueue(arn, body) })
      const onEvent = (event: BucketEvent) => {
        scan(event).catch((error: unknown) => log(`An object could not be looked through: ${String(error)}`))
      }
      const dir = join(dataDir, 'buckets')
      const startedBuckets = startBuckets({ dir, buckets, clock, credentialsOf, authorize, stores, onEvent })
      offers.buckets = startedBuckets
      const names = new Set(buckets.map(({ name }) => name))
      return {
        handle(call, response) {
          const namedBucket = bucketOfHost(call.request.headers.host, names)
          return startedBuckets.handle(call.onward(), response, namedBucket ? `/${namedBucket}${call.path}` : call.path)
        },
      }
    },
  }
}

/** The bucket in a host name, as in `bucket.s3.us-east-1.amazonaws.com`. */
function bucketOfHost(host: string | undefined, buckets: ReadonlySet<string>): string | undefined {
  const [name = '', service] = host?.split('.') ?? []
  return service === 's3' && buckets.has(name) ? name : undefined
}
