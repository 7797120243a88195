import { openBuckets } from './s3-club.ts'

// The buckets in a process of their own, so that a test can kill it. Says where they are, and goes on until then.
const club = await openBuckets({ dir: process.argv[2] ?? '' })
process.stdout.write(`${club.origin}\n`)
