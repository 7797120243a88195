import { run } from './local/start/run.ts'

await run(process.argv.slice(2))
