import { parseArgs } from 'node:util'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { region } from '#infra/stages.ts'
import { rotate } from './rotate/rotate.ts'

const help = `Changes the key that signs cursors (CursorSecret) or links in mail (LinkSecret) of a stage, or seals what clubs are known by
elsewhere (SealSecret), while it runs.

  npm run rotate -- --secret <ARN> [--leaked]

What the key before has signed still counts, until it is changed once more: after a leak run it twice, the second time with --leaked.
What any key before has sealed still opens, however often it is changed. PushSecret stays: infra/RUNBOOK.md says why, and what to do
after a leak.`

const { values } = parseArgs({
  options: { secret: { type: 'string' }, leaked: { type: 'boolean', default: false }, help: { type: 'boolean' } },
})
const { secret, leaked } = values
if (secret && !values.help)
  try {
    console.log(await rotate(new SecretsManagerClient({ region }), secret, { leaked, now: new Date() }))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
else {
  console.log(help)
  if (!values.help) process.exitCode = 1
}
