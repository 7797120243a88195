import { run } from './local/start/run.ts'

await run(process.argv.slice(2), async (root, log) => (await import('./local/start/develop.ts')).develop(root, log))
