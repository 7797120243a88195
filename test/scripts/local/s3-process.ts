import { openBuckets } from './s3-club.ts'

// Runs the buckets in a separate process, so that a test can kill it. Prints their address and runs until then.
const club = await openBuckets({ dir: process.argv[2] ?? '' })
process.stdout.write(`${club.origin}\n`)
