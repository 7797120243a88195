// Runs one e2e worker's local cloud in its own process. Arguments: the data folder, and how many milliseconds its clock is
// ahead of the machine's. Prints its `CloudInfo` as one line of JSON; exits when its input ends.
import { tableEnvironment } from '#scripts/demo/seedDemo.ts'
import { type Cloud, startCloud } from '#scripts/local/cloud.ts'
import type { CloudInfo } from './clouds.ts'
import { copyTo, prepare } from './prepare.ts'

const [dataDir = '', aheadMs = '0'] = process.argv.slice(2)
let cloud: Cloud | undefined
// The input can also end while the cloud is still being prepared.
process.stdin.on('close', () => void Promise.resolve(cloud?.close()).finally(() => process.exit(0))).resume()

const assemblyDir = await prepare()
copyTo(dataDir)
cloud = await startCloud({ assemblyDir, dataDir, port: 0, log: (line) => process.stderr.write(`${line}\n`) })
cloud.clock.set(new Date(Date.now() + Number(aheadMs)).toISOString())
const web = cloud.assembly.ofType('AWS::S3::Bucket').find(({ stack }) => stack.endsWith('-web'))
const place: CloudInfo = {
  origin: cloud.origin,
  table: tableEnvironment(cloud),
  webBucket: web ? cloud.assembly.physicalId(web) : '',
  folder: dataDir,
}
process.stdout.write(`${JSON.stringify(place)}\n`)
