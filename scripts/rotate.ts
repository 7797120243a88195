import { parseArgs } from 'node:util'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { region } from '#infra/stages.ts'
import { rotate } from './rotate/rotate.ts'

const help = `Rotates the key of a running stage that signs cursors (CursorSecret) or links in mail (LinkSecret), or that encrypts clubs'
credentials for other services (SealSecret).

  npm run rotate -- --secret <ARN> [--leaked]

Signatures of the previous key stay valid until the next rotation: after a leak, run it twice, the second time with --leaked.
Whatever any earlier key has encrypted can still be decrypted. PushSecret is not rotated: infra/RUNBOOK.md says why, and what to
do after a leak.`

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
