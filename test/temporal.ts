// Node 24 has no Temporal of its own; browsers do.
import 'temporal-polyfill/global'

// `SEED=… npm run test:long` makes every property's cases from it, so that a failure can be repeated.
if (process.env['SEED']) (await import('fast-check')).configureGlobal({ seed: Number(process.env['SEED']) })
