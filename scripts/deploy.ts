import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { region, type Stage, stackName, stageNamed } from '#infra/stages.ts'
import { warnings } from './deploy/warnings.ts'

const help = `Puts a stage into the AWS account whose credentials are at hand.

  npm run deploy -- --stage dev|prod [--yes]

  --stage   the stage, as infra/stages.ts has it
  --yes     do not ask before permissions are widened, as in a pipeline
  --help    this

Once for each account:  npx cdk bootstrap aws://<account>/${region}`

const root = join(import.meta.dirname, '..')
const outputsFile = join(root, 'cdk.out/outputs.json')

/** Something that the person at the keyboard can put right: its message says how. */
class Advice extends Error {}

async function main() {
  const { stage: name, yes, help: asked } = optionsOf(process.argv.slice(2))
  if (asked) return console.log(help)
  if (!name) throw new Advice('Say which stage: npm run deploy -- --stage dev, or --stage prod.')
  const stage = stageOf(name)
  if (stage.name === 'local') throw new Advice('The stage local runs on your own machine: npm start.')

  await checkAccount()
  await run('npm', ['run', '-s', 'build'])
  const approval = yes ? 'never' : 'broadening'
  const options = ['-c', `stage=${stage.name}`, '--no-notices', '--outputs-file', outputsFile]
  const cdk = (stacks: string) => run('cdk', ['deploy', stacks, ...options, '--require-approval', approval])
  if (stage.domain) await verifyMail(stage.domain.name, () => cdk(stackName(stage, 'data')))
  await cdk('--all')

  const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>
  console.log(`\n${stage.name} is at ${outputs[stackName(stage, 'web')]?.Address}`)
  console.log(`Its people are in the user pool ${outputs[stackName(stage, 'identity')]?.UserPoolId}.`)
  for (const warning of await warnings(stage)) console.log(warning)
}

function optionsOf(args: string[]) {
  try {
    const options = {
      stage: { type: 'string' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new Advice(`${(error as Error).message.split('. ')[0]}. Try npm run deploy -- --help.`)
  }
}

function stageOf(name: string): Stage {
  try {
    return stageNamed(name)
  } catch (error) {
    throw new Advice((error as Error).message)
  }
}

/** Whether there are credentials, whether AWS takes them, and whether the account is prepared for CDK. */
async function checkAccount() {
  const s3 = new S3Client({ region })
  await s3.config.credentials().catch(() => {
    throw new Advice('There are no AWS credentials here: run "aws sso login", or set AWS_PROFILE, and try again.')
  })
  try {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({ Prefix: 'cdk-hnb659fds-assets-' }))
    if (Buckets.some(({ Name = '' }) => Name.endsWith(`-${region}`))) return
  } catch (error) {
    const { name, message } = error as Error
    // Who may only deploy may not list buckets; CDK says itself what it misses then.
    if (name === 'AccessDenied') return
    throw new Advice(`AWS does not take these credentials (${name}: ${message}): sign in again.`)
  }
  throw new Advice(`This account is not prepared for CDK yet. Once: npx cdk bootstrap aws://<account>/${region}`)
}

/** The user pool can only be made once SES has seen the domain's records: a new domain is put there first and waited for. */
async function verifyMail(domain: string, deployIt: () => Promise<void>) {
  const ses = new SESv2Client({ region })
  const isVerified = () =>
    ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain })).then(
      ({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true,
      (error: Error) => {
        if (error.name === 'NotFoundException') return false
        throw new Advice(`SES does not say whether ${domain} may send mail (${error.name}: ${error.message}).`)
      },
    )
  if (await isVerified()) return
  await deployIt()
  console.log(`Waiting until SES has seen the records of ${domain}: minutes as a rule, half an hour at most.`)
  for (let minute = 0; minute < 30; minute++) {
    if (await isVerified()) return
    await setTimeout(60_000)
  }
  throw new Advice(
    `SES has not seen the records of ${domain}: is its zone the one the registrar points to? Then try again.`,
  )
}

/** Runs a command of the project in sight of whoever called. */
function run(command: string, args: string[]): Promise<void> {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH, CDK_DISABLE_CLI_TELEMETRY: 'true' },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Advice(`"${command} ${args[0]}" stopped: the reason is above. What ran before still runs.`)),
    )
  })
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Advice)) throw error
  console.error(error.message)
  process.exitCode = 1
}
