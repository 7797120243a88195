import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '#infra/bundle.ts'
import { type Stage, stages } from '#infra/stages.ts'
import { requireAlarmsAndMail, requireReadyAccount } from '#scripts/deploy/account.ts'
import { warnings } from '#scripts/deploy/warnings.ts'
import { domain, folder } from '../infra/synthesized.ts'

/** S3 as far as the script uses it: responds with `reply`; no earlier deployment has been started. */
let reply: [status: number, body: string] = [500, '']
const s3 = createServer(({ url }, response) => {
  const isBegun = url?.includes('/begun.json') && reply[0] === 200
  const [status, body] = isBegun ? ([404, refusal('NoSuchKey', 'No.')] as const) : reply
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
})
beforeAll(() => new Promise<void>((listening) => s3.listen(0, '127.0.0.1', listening)))
afterAll(() => new Promise((closed) => s3.close(closed)))

const home = folder()
const { NODE_COMPILE_CACHE } = process.env
const compiled = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
/** Output and exit code of a command, in a home without credentials and with only node available. */
async function deploy(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/deploy.ts'), ...args], {
    env: { ...compiled, HOME: home, PATH: home, AWS_EC2_METADATA_DISABLED: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, err: err.trim(), code }
}
const signedIn = () => ({
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
})
const ownMail = { ...stages.dev.mailFrom, withoutDomain: 'club@club.example' }
const buckets = (...names: string[]) =>
  `<ListAllMyBucketsResult><Buckets>${names.map((name) => `<Bucket><Name>${name}</Name></Bucket>`).join('')}</Buckets></ListAllMyBucketsResult>`
const refusal = (code: string, message: string) => `<Error><Code>${code}</Code><Message>${message}</Message></Error>`

describe('the warnings at the end of a deployment', () => {
  const ses = mockClient(SESv2Client)
  afterAll(() => ses.restore())
  const stage = (more: Partial<Stage>): Stage => ({ ...stages.dev, alarmEmail: 'duty@club.example', ...more })
  const ownAddress = stage({ mailFrom: ownMail })
  const sandbox = /^SES is in its sandbox, so /
  const fifty = /^It has no domain, so Cognito sends its mail, at most 50 a day/

  test.each<[string, Stage, boolean, RegExp[]]>([
    ['a stage with a domain', stage({ domain }), true, []],
    ['a stage with a domain in the SES sandbox', stage({ domain }), false, [sandbox]],
    ['a stage with its own mail address', ownAddress, true, [fifty]],
    ['a stage with its own mail address in the SES sandbox', ownAddress, false, [fifty, sandbox]],
    ['a stage without mail', stage({}), false, [fifty]],
    [
      'a stage whose alarms have no recipient',
      stage({ domain, alarmEmail: undefined }),
      true,
      [/^Nobody receives its alarms/],
    ],
  ])('are right for %s', async (_what, of, ProductionAccessEnabled, sentences) => {
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled })
    expect(await warnings(of)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
  })
})

describe('npm run deploy', () => {
  test('explains its use', async () => {
    const { out, code } = await deploy(['--help'])
    expect(out).toContain('npm run deploy -- --stage dev|prod')
    expect(code).toBe(0)
  })

  test.each([
    [[], 'Name a stage: npm run deploy -- --stage dev, or --stage prod.'],
    [['--stage', 'staging'], 'There is no stage "staging": choose one of local, dev, prod.'],
    [['--stage', 'local'], 'The stage local runs on your own machine: npm start.'],
    [['--stag', 'dev'], "Unknown option '--stag'. Try npm run deploy -- --help."],
    [['--stage', 'dev'], 'No AWS credentials found: run "aws sso login", or set AWS_PROFILE, and try again.'],
  ])('%j is rejected with one sentence', async (args, sentence) => {
    expect(await deploy(args)).toMatchObject({ err: sentence, out: '', code: 1 })
  })

  test.each([
    [
      'credentials that AWS rejects',
      403,
      refusal('InvalidAccessKeyId', 'No such key.'),
      /^AWS rejects these credentials \(InvalidAccessKeyId/,
    ],
    [
      'an account that is not bootstrapped',
      200,
      buckets(),
      // The CDK CLI loads the app before it bootstraps an account, and that requires a build of the web app.
      /^This account is not bootstrapped for CDK yet\. Run once: npm run build && npx cdk bootstrap aws:/,
    ],
    [
      'an account bootstrapped in another region only',
      200,
      buckets('cdk-hnb659fds-assets-1-eu-west-1'),
      /not bootstrapped for CDK yet/,
    ],
  ])('rejects %s', async (_what, status, body, sentence) => {
    reply = [status, body]
    const { err, code } = await deploy(['--stage', 'dev'], signedIn())
    expect(err).toMatch(sentence)
    expect(err.split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  // npm is not on the path of these tests: trying to run it shows that every check has passed.
  test('starts the build when the account is prepared', async () => {
    reply = [200, buckets('cdk-hnb659fds-assets-1-us-east-1')]
    const { err } = await deploy(['--stage', 'dev', '--despite-weaknesses'], signedIn())
    expect(err).toContain('spawn npm ENOENT')
  })

  test('stops when it cannot be determined whether data would be lost, unless --lose-data is given', async () => {
    reply = [403, refusal('AccessDenied', 'No.')]
    const { err, code } = await deploy(['--stage', 'dev', '--despite-weaknesses'], signedIn())
    expect([err, code]).toEqual([
      'The previous deployment cannot be read with these credentials, so it is unknown whether data would be lost. Nothing was deployed. To deploy anyway, add --lose-data.',
      1,
    ])
    const meant = await deploy(['--stage', 'dev', '--despite-weaknesses', '--lose-data'], signedIn())
    expect(meant.err).toContain('spawn npm ENOENT')
  })

  test.each<[string, { role?: string; most?: string }, string, RegExp]>([
    [
      'no role for logs',
      { role: 'null' },
      'dev',
      /^API Gateway cannot write logs in this account yet: .* README\.md\.$/,
    ],
    [
      'too few concurrent executions',
      { most: '149' },
      'prod',
      /^This account has 149 concurrent Lambda executions, and the stage needs 150: request 1,000 in Service Quotas\.$/,
    ],
    ['sufficient quotas', { most: '150' }, 'prod', /spawn npm ENOENT/],
    ['ten concurrent executions, for a stage that reserves none', { most: '10' }, 'dev', /spawn npm ENOENT/],
  ])(
    'checks an account with %s',
    async (_what, { role = '"arn:aws:iam::1:role/logs"', most = '1000' }, stage, sentence) => {
      reply = [200, buckets('cdk-hnb659fds-assets-1-us-east-1')]
      const at = folder()
      const answers = `#!/bin/sh\ncase "$1" in apigateway) echo '${role}';; lambda) echo '${most}';; esac\n`
      writeFileSync(join(at, 'aws'), answers, { mode: 0o755 })
      const { err } = await deploy(['--stage', stage, '--despite-weaknesses', '--despite-silence'], {
        ...signedIn(),
        PATH: at,
      })
      expect(err).toMatch(sentence)
    },
  )

  test.each<[string, Partial<Stage>, { known?: string; stacks?: string }, RegExp | undefined]>([
    [
      'a domain that SES already has',
      { domain },
      {},
      /^SES already has the identity app\.club\.example, which the stage would create: /,
    ],
    ['a mail address of another stage', { mailFrom: ownMail }, {}, /^SES already has the identity club@club\.example,/],
    ['an identity that SES does not have', { domain }, { known: '' }, undefined],
    ['its own identity from an earlier deployment', { domain }, { stacks: '["touchline-dev-data"]' }, undefined],
    ['an identity that cannot be looked up', { domain }, { stacks: '' }, undefined],
    ['no mail', {}, {}, undefined],
  ])(
    'checks the identities of SES for a stage with %s',
    async (_what, of, { known = '"DOMAIN"', stacks = '["touchline-prod-data"]' }, sentence) => {
      const at = folder()
      const answers = `#!/bin/sh\ncase "$1" in sesv2) echo '${known}';; cloudformation) echo '${stacks}';; esac\n`
      writeFileSync(join(at, 'aws'), answers, { mode: 0o755 })
      vi.stubEnv('PATH', at)
      const said = await requireReadyAccount({ ...stages.dev, ...of }).then(
        () => undefined,
        ({ message }: Error) => message,
      )
      vi.unstubAllEnvs()
      expect(said).toEqual(sentence && expect.stringMatching(sentence))
    },
  )

  test('rejects a stage that keeps its data without an alarm address or mail, unless overridden', async () => {
    reply = [200, buckets('cdk-hnb659fds-assets-1-us-east-1')]
    const { err, code } = await deploy(['--stage', 'prod', '--despite-weaknesses'], signedIn())
    expect([err, code]).toEqual([
      'The stage prod sends its alarms to nobody (alarmEmail) and cannot send mail (domain, or mailFrom.withoutDomain): see infra/stages.ts. To deploy it anyway, add --despite-silence.',
      1,
    ])
    const kept = { ...stages.prod, alarmEmail: 'duty@club.example' }
    expect(() => requireAlarmsAndMail(kept)).toThrow('The stage prod cannot send mail (domain, ')
    for (const each of [
      { ...kept, domain },
      { ...kept, mailFrom: { ...kept.mailFrom, withoutDomain: 'c@club.example' } },
    ])
      expect(() => requireAlarmsAndMail(each)).not.toThrow()
    expect(() => requireAlarmsAndMail(stages.dev)).not.toThrow()
  })

  test('stops when npm audit returns no report', async () => {
    reply = [200, buckets('cdk-hnb659fds-assets-1-us-east-1')]
    const { out, err, code } = await deploy(['--stage', 'dev'], signedIn())
    expect(out).toBe('npm audit failed (no report).\n')
    expect(err).toBe('Nothing was deployed: see infra/PROTECTION.md. To deploy anyway, add --despite-weaknesses.')
    expect(code).toBe(1)
  })
})
