// Node 24 has no native Temporal; browsers do.
import 'temporal-polyfill/global'

// `SEED=… npm run test:long` seeds all property tests, so that a failure can be reproduced.
if (process.env['SEED']) (await import('fast-check')).configureGlobal({ seed: Number(process.env['SEED']) })
