import { spawn } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '#infra/bundle.ts'
import { folder } from '../infra/synthesized.ts'

/**
 * A separate checkout, so that nothing of the real one is synthesized again. Stubs replace npm, cdk and aws: they record their
 * calls, `cdk synth` returns the assembly put there, and aws answers by the beginning of its command, as set by a test.
 */
export function aCheckout(origin: string) {
  const checkoutFolder = folder()
  for (const name of ['package.json', 'node_modules', 'scripts', 'infra', 'functions', 'shared'])
    symlinkSync(join(root, name), join(checkoutFolder, name))
  const at = (name: string) => JSON.stringify(join(checkoutFolder, name))
  writeFileSync(
    join(checkoutFolder, 'instead.mjs'),
    `import processes from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { spawn } = processes
processes.spawn = (command, args, options) => {
  const told = [command, ...args].join(' ')
  appendFileSync(${at('commands.txt')}, told + '\\n')
  mkdirSync(${at('cdk.out')}, { recursive: true })
  if (args[0] === 'synth')
    for (const [name, text] of Object.entries(JSON.parse(readFileSync(${at('next.json')}, 'utf8'))))
      writeFileSync(${at('cdk.out')} + '/' + name, text)
  if (args[0] === 'deploy') writeFileSync(args[args.indexOf('--outputs-file') + 1], '{}')
  const stops = process.env.STOPS_AT && args.includes(process.env.STOPS_AT)
  const [, answer] = Object.entries(JSON.parse(process.env.AWS_SAYS ?? '{}')).find(([asked]) => told.startsWith('aws ' + asked)) ?? []
  const says = answer === undefined ? '' : 'console.log(' + JSON.stringify(JSON.stringify(answer)) + ')'
  return spawn(process.execPath, ['--eval', stops ? 'process.exit(1)' : says], options)
}
syncBuiltinESMExports()`,
  )
  async function deployIn(env: Record<string, string>, ...args: string[]) {
    writeFileSync(join(checkoutFolder, 'commands.txt'), '')
    const node = ['--preserve-symlinks', '--preserve-symlinks-main', '--import', join(checkoutFolder, 'instead.mjs')]
    const child = spawn(
      process.execPath,
      [...node, join(checkoutFolder, 'scripts/deploy.ts'), '--stage', 'dev', ...args],
      {
        env: {
          ...{ HOME: checkoutFolder, AWS_EC2_METADATA_DISABLED: 'true', AWS_ENDPOINT_URL_S3: origin },
          ...{ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exitCode])
    const commands = readFileSync(join(checkoutFolder, 'commands.txt'), 'utf8').trim().split('\n')
    return {
      out: stdout,
      err: stderr,
      code,
      commands,
      deployed: commands.filter((each) => each.startsWith('cdk deploy')).map(stacksIn),
    }
  }
  return {
    /** Sets the assembly that a synthesis returns. */
    put: (assembly: object) => writeFileSync(join(checkoutFolder, 'next.json'), JSON.stringify(assembly)),
    deployIn,
    deploy: (...args: string[]) => deployIn({}, ...args),
    /** Like `deploy`, with these responses of the aws command. */
    deployWhere: (answers: Record<string, unknown>, ...args: string[]) =>
      deployIn({ AWS_SAYS: JSON.stringify(answers) }, ...args),
  }
}

/** The stacks passed to `cdk deploy`. */
const stacksIn = (command: string) => command.replace(/^cdk deploy (.*) --app .*$/, '$1')
