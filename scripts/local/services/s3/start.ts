import { join } from 'node:path'
import { called, onlyKnown } from '../../onlyKnown.ts'
import { secretOf } from '../lambda/environment.ts'
import type { House, Running } from '../service.ts'
import { startBuckets } from './buckets.ts'
import type { CorsRule } from './cors.ts'
import type { Store } from './store.ts'

// The first line: what is acted on. The others: what nobody can notice here.
const KNOWN = [
  ...'BucketName CorsConfiguration'.split(' '),
  ...'BucketEncryption LifecycleConfiguration LoggingConfiguration OwnershipControls'.split(' '),
  ...'PublicAccessBlockConfiguration Tags'.split(' '),
]

export async function start({ dataDir, clock }: House): Promise<Running> {
  const stores = new Map<string, Store>()
  return {
    serve({ assembly, authorize, offers }) {
      const buckets = assembly.ofType('AWS::S3::Bucket').map((bucket) => {
        onlyKnown(bucket.properties, KNOWN, called(bucket))
        const { CorsConfiguration } = assembly.resolve<{ CorsConfiguration?: { CorsRules: CorsRule[] } }>(
          bucket.stack,
          bucket.properties,
        )
        return { name: assembly.physicalId(bucket), ...(CorsConfiguration && { cors: CorsConfiguration.CorsRules }) }
      })
      const served = startBuckets({ dir: join(dataDir, 'buckets'), buckets, clock, secretOf, authorize, stores })
      offers.buckets = served
      return { handle: (call, response) => served.handle(call.onward(), response, call.path) }
    },
  }
}
